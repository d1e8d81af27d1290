package dev.atf.standalone.cli;

import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.runtime.MonotonicClock;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Waits for the end of a task by asking for it, slower and slower. A server that is away, as it is
 * while it is replaced, does not end the wait.
 */
final class TaskWait {
  private static final Set<TaskStatus> FINISHED =
      Set.of(TaskStatus.SUCCESS, TaskStatus.FATAL_FAILURE, TaskStatus.CANCELLED);
  private static final Duration PAUSE_MIN = Duration.ofMillis(50);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(1);

  private final Function<String, Task> tasks;
  private final MonotonicClock clock = MonotonicClock.system();

  TaskWait(ApiConnection api) {
    this(taskId -> api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(taskId).build()));
  }

  TaskWait(Function<String, Task> tasks) {
    this.tasks = tasks;
  }

  /**
   * The finished task.
   *
   * @throws StatusRuntimeException if the server refuses, or is still away when the time is over
   */
  Task untilFinished(String taskId, Duration timeout) {
    long begun = clock.nanos();
    var pause = PAUSE_MIN;
    while (true) {
      boolean over = clock.since(begun).compareTo(timeout) >= 0;
      try {
        var task = tasks.apply(taskId);
        if (isFinished(task.getStatus())) {
          return task;
        }
        if (over) {
          throw new CommandFailedException(
              "%s is still %s after %ds".formatted(taskId, task.getStatus(), timeout.toSeconds()));
        }
      } catch (StatusRuntimeException e) {
        if (over || !isAway(e.getStatus().getCode())) {
          throw e;
        }
      }
      pause(pause);
      pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
    }
  }

  /** Not there, or not there in time: perhaps it is being replaced. */
  static boolean isAway(Status.Code code) {
    return code == Status.Code.UNAVAILABLE || code == Status.Code.DEADLINE_EXCEEDED;
  }

  static boolean isFinished(TaskStatus status) {
    return FINISHED.contains(status);
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
