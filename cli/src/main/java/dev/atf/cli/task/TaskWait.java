package dev.atf.cli.task;

import dev.atf.cli.output.EndWait;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import java.time.Duration;
import java.util.Set;

/** Waits for the end of a task. */
final class TaskWait {
  private static final Set<TaskStatus> FINISHED =
      Set.of(TaskStatus.SUCCESS, TaskStatus.FATAL_FAILURE, TaskStatus.CANCELLED);

  private TaskWait() {}

  /** Waits like {@link EndWait#untilFinished}. */
  static Task untilFinished(ApiConnection api, String taskId, Duration timeout) {
    var request = GetTaskRequest.newBuilder().setTaskId(taskId).build();
    return new EndWait<>(
            () -> api.tasks().getTask(request),
            task -> isFinished(task.getStatus()),
            task -> taskId + " is still " + task.getStatus())
        .untilFinished(timeout);
  }

  static boolean isFinished(TaskStatus status) {
    return FINISHED.contains(status);
  }
}
