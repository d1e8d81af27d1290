package dev.atf.model.log;

import dev.atf.model.Attempt;
import dev.atf.model.LambdaName;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEvent;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Attempts of a task whose logs are stored. */
public final class LogClaims {
  private static final Set<TaskEvent> REPORTED =
      Collections.unmodifiableSet(
          EnumSet.of(
              TaskEvent.SUCCEED,
              TaskEvent.SUCCEED_WITH_CHILDREN,
              TaskEvent.FAIL_RETRIABLY,
              TaskEvent.FAIL_FATALLY,
              TaskEvent.CONFIRM_CANCEL));

  private LogClaims() {}

  /**
   * Returns whether a part of an attempt's log may be stored: the task has the attempt's claim, or
   * the attempt's outcome was reported. Each epoch is claimed at most once, so the claims of later
   * epochs do not matter.
   */
  public static boolean isHeld(Association task, Attempt attempt, LambdaName lambda) {
    if (!task.header().lambda().equals(lambda)) {
      return false;
    }
    var lease = task.lease();
    if (task.epoch() == attempt.epoch() && lease != null) {
      return lease.claimId().equals(attempt.claimId());
    }
    return task.history().entries().stream()
        .anyMatch(entry -> entry.epoch() == attempt.epoch() && REPORTED.contains(entry.event()));
  }
}
