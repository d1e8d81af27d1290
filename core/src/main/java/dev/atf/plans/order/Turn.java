package dev.atf.plans.order;

import dev.atf.model.Failure;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.FatalPolicy;
import dev.atf.model.task.Association;
import java.time.Instant;
import java.util.Optional;

/** State of a key's turn, derived from the row and the task that holds the turn. */
public enum Turn {
  /** No task has the turn, or its holder has ended. */
  FREE,
  /**
   * The turn was given to a task that is not written yet, because its Schedule is in progress or
   * has died.
   */
  UNWRITTEN,
  /**
   * The turn was given to a task that is not stored and whose deadline has passed. Either the task
   * was never written, or its association, which outlives the deadline, has expired.
   */
  LAPSED,
  /** The turn was given to a task that still waits. */
  UNRELEASED,
  IN_PROGRESS,
  /** Its holder has failed fatally, and the key waits for an operator. */
  FAILED,
  /** The holder has failed fatally, and an operator has requested a retry. */
  RETRIED;

  /**
   * Returns the state of the turn.
   *
   * @param task the holder's task; empty if there is none
   */
  public static Turn of(
      OrderState state, Optional<Association> task, FatalPolicy policy, Instant now) {
    if (state.holder().isEmpty()) {
      return FREE;
    }
    if (task.isEmpty()) {
      return state.holder().get().header().deadline().isAfter(now) ? UNWRITTEN : LAPSED;
    }
    return of(state, task.get(), policy);
  }

  private static Turn of(OrderState state, Association task, FatalPolicy policy) {
    return switch (task.status()) {
      case SUCCESS, CANCELLED -> FREE;
      case NEW -> task.waits() ? UNRELEASED : IN_PROGRESS;
      case ENQUEUED, CLAIMED, PROCESSING, RETRIABLE_FAILURE, BLOCKED -> IN_PROGRESS;
      case FATAL_FAILURE -> {
        if (state.retry().filter(retry -> retry.epoch() == task.epoch()).isPresent()) {
          yield RETRIED;
        }
        yield policy == FatalPolicy.HOLD && !dropped(task) ? FAILED : FREE;
      }
    };
  }

  /** Returns whether a gate dropped the task, which does not count as a failure. */
  private static boolean dropped(Association task) {
    return task.status() == TaskStatus.FATAL_FAILURE
        && Optional.ofNullable(task.outcome())
            .flatMap(outcome -> Optional.ofNullable(outcome.failure()))
            .map(Failure::code)
            .filter(FrameworkFailure.DROPPED.name()::equals)
            .isPresent();
  }
}
