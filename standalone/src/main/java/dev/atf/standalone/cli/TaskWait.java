package dev.atf.standalone.cli;

import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.runtime.MonotonicClock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for the end of a task by asking for it, slower and slower. */
final class TaskWait {
  private static final Set<TaskStatus> FINISHED =
      Set.of(TaskStatus.SUCCESS, TaskStatus.FATAL_FAILURE, TaskStatus.CANCELLED);
  private static final Duration PAUSE_MIN = Duration.ofMillis(50);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(1);

  private final ApiConnection api;
  private final MonotonicClock clock = MonotonicClock.system();

  TaskWait(ApiConnection api) {
    this.api = api;
  }

  /** The finished task. */
  Task untilFinished(String taskId, Duration timeout) {
    long begun = clock.nanos();
    var pause = PAUSE_MIN;
    while (true) {
      var task = api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(taskId).build());
      if (FINISHED.contains(task.getStatus())) {
        return task;
      }
      if (clock.since(begun).compareTo(timeout) >= 0) {
        throw new CommandFailedException(
            "%s is still %s after %ds".formatted(taskId, task.getStatus(), timeout.toSeconds()));
      }
      pause(pause);
      pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
    }
  }

  static void pause(Duration pause) {
    try {
      new CountDownLatch(1).await(pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailedException("interrupted");
    }
  }
}
