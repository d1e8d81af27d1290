package dev.atf.plans.periodic;

import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.TaskEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Verdict on the latest canary of a lambda. */
public enum CanaryVerdict {
  /** The deadline of the canary has not passed. */
  OPEN,
  SUCCEEDED,
  /** The canary failed permanently, or did not end within its deadline, for any reason. */
  FAILED,
  /** There is no canary, or somebody cancelled or dropped it, so there is no verdict. */
  NONE;

  public static CanaryVerdict of(Optional<Association> latest, Instant now) {
    return latest.map(task -> of(task, now)).orElse(NONE);
  }

  private static CanaryVerdict of(Association task, Instant now) {
    if (task.status().finished()) {
      return task.status() == TaskStatus.SUCCESS
          ? SUCCEEDED
          : task.status() == TaskStatus.FATAL_FAILURE ? FAILED : NONE;
    }
    return task.header().deadline().isAfter(now) ? OPEN : FAILED;
  }

  /**
   * Returns the time from the scheduled start of the canary until an executor had it; empty if no
   * executor is known to have had it. It is never negative, although it is a difference between the
   * clocks of two hosts.
   */
  public static Optional<Duration> startDelay(Association task) {
    return task.history().entries().stream()
        .filter(entry -> isClaim(entry.event()))
        .map(HistoryEntry::at)
        .findFirst()
        .map(at -> Duration.between(task.header().scheduledAt(), at))
        .map(delay -> delay.isNegative() ? Duration.ZERO : delay);
  }

  private static boolean isClaim(TaskEvent event) {
    return event == TaskEvent.CLAIM || event == TaskEvent.CLAIM_AND_MOVE_ALARM;
  }
}
