package dev.atf.model.order;

import dev.atf.model.Association;
import dev.atf.model.Failure;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskStatus;
import java.time.Instant;
import java.util.Optional;

/** How the turn of a key stands, told from its row and from the task that has it. */
public enum Turn {
  /** Nobody has it, or whoever had it has ended. */
  FREE,
  /** It was given to a task that is not written yet: its Schedule is under way, or has died. */
  UNWRITTEN,
  /**
   * The same, and the task's deadline is over: it was never written, or its association, which
   * outlives the deadline, has expired long since.
   */
  LAPSED,
  /** It was given to a task that still waits. */
  UNRELEASED,
  UNDER_WAY,
  /** Its holder has failed fatally, and the key waits for an operator. */
  FAILED,
  /** The same, and the operator wants it tried anew. */
  RETRIED;

  /**
   * @param task of the holder, as it is; empty if there is none
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
      case NEW -> task.waits() ? UNRELEASED : UNDER_WAY;
      case ENQUEUED, CLAIMED, PROCESSING, RETRIABLE_FAILURE -> UNDER_WAY;
      case FATAL_FAILURE -> {
        if (state.retry().filter(retry -> retry.epoch() == task.epoch()).isPresent()) {
          yield RETRIED;
        }
        yield policy == FatalPolicy.HOLD && !dropped(task) ? FAILED : FREE;
      }
    };
  }

  /** What a gate drops has not failed. */
  private static boolean dropped(Association task) {
    return task.status() == TaskStatus.FATAL_FAILURE
        && Optional.ofNullable(task.outcome())
            .flatMap(outcome -> Optional.ofNullable(outcome.failure()))
            .map(Failure::code)
            .filter(FrameworkFailure.DROPPED.name()::equals)
            .isPresent();
  }
}
