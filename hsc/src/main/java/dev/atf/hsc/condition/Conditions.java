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
   * the condition releases it; this check only makes up for a lost message.
   */
  Duration LOOK_AFTER = Duration.ofSeconds(30);

  /**
   * Returns the first alarm of a task that is blocked now. It is not later than the task's
   * deadline, but not before now.
   */
  static Instant lookAt(TaskHeader task, Instant now) {
    var at = now.plus(LOOK_AFTER);
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

    /** The condition cannot be waited for. */
    record Refused(Failure failure) implements Entry {}
  }

  /**
   * Closes the condition, if it is not closed, and makes the task known to it. May be repeated.
   *
   * @param task as it runs
   * @param mayBeScheduled accepts the lambdas that the reporter may schedule, including its own
   * @throws dev.atf.store.StoreException if that is possibly not done
   */
  Entry join(
      Association task, BlockRequest asked, Predicate<LambdaName> mayBeScheduled, Instant now);

  /**
   * Checks the condition of a task that was just blocked once more, because it may have cleared
   * without releasing the task. This method does not throw: the task's alarm makes up for a
   * failure.
   */
  void joined(Association task, Instant now);

  /**
   * Condition that holds a lambda.
   *
   * @param releasing whether the condition is clear and releases the waiting tasks, which may then
   *     start
   */
  record Hold(ConditionName condition, boolean releasing) {}

  /**
   * Returns the condition that holds the lambda of a task, which is about to be claimed. Nothing
   * holds a tester back.
   *
   * @return empty if none does as far as this process knows; a process learns of a condition from
   *     the first attempt that it blocks
   * @throws dev.atf.store.StoreException if that cannot be found out
   */
  Optional<Hold> holding(TaskHeader task, TaskRef ref);

  /**
   * Makes a task known to the condition that holds its lambda, before it is blocked.
   *
   * @throws dev.atf.store.StoreException if that is possibly not done
   */
  void join(TaskHeader task, ConditionName condition);
}
