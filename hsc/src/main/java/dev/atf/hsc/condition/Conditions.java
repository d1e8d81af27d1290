package dev.atf.hsc.condition;

import dev.atf.model.Failure;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskRef;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;

/** Conditions that tasks wait for. */
public interface Conditions {
  /**
   * Time after which a blocked task is checked even if its condition has not released it. Normally
   * the condition releases it. This check only makes up for a lost message.
   */
  Duration CHECK_AFTER = Duration.ofSeconds(30);

  /**
   * Returns the time of the first alarm of a task that becomes blocked now. It is at or after now,
   * and at or before the task's deadline.
   */
  static Instant checkAt(TaskHeader task, Instant now) {
    var at = now.plus(CHECK_AFTER);
    if (!task.deadline().isBefore(at)) {
      return at;
    }
    return task.deadline().isAfter(now) ? task.deadline() : now;
  }

  /** Answer to a task that wants to wait. */
  sealed interface Entry {
    /** The condition is closed and has recorded the task, which must be blocked now. */
    record Joined() implements Entry {}

    /**
     * The condition has cleared since the attempt started, so the task should be retried
     * immediately.
     */
    record Cleared() implements Entry {}

    /** The condition is refused, and the task cannot wait for it. */
    record Refused(Failure failure) implements Entry {}
  }

  /**
   * Closes the condition if it is not closed, and registers the task with it. Can be repeated.
   *
   * @param task running task
   * @param mayBeScheduled accepts the lambdas that the reporter may schedule, including its own
   * @throws dev.atf.store.StoreException if the registration is possibly not durable
   */
  Entry join(
      Association task, BlockRequest asked, Predicate<LambdaName> mayBeScheduled, Instant now);

  /**
   * Checks the condition of a task again after the task was blocked, because the condition may have
   * cleared without releasing the task. This method does not throw: the task's alarm makes up for a
   * failure.
   */
  void joined(Association task, Instant now);

  /**
   * Condition that holds a lambda.
   *
   * @param releasing whether the condition has cleared and releases the waiting tasks, which may
   *     then start
   */
  record Hold(ConditionName condition, boolean releasing) {}

  /**
   * Returns the condition that holds the lambda of a task that is about to be claimed. Testers are
   * never held.
   *
   * @return empty if this process knows no such condition; a process learns of a condition when it
   *     blocks the first attempt
   * @throws dev.atf.store.StoreException if the condition cannot be read
   */
  Optional<Hold> holding(TaskHeader task, TaskRef ref);

  /**
   * Registers a task with the condition that holds its lambda, before the task is blocked.
   *
   * @throws dev.atf.store.StoreException if the registration is possibly not durable
   */
  void join(TaskHeader task, ConditionName condition);
}
