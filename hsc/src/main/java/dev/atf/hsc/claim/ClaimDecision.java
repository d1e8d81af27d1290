package dev.atf.hsc.claim;

import dev.atf.model.Lease;
import dev.atf.model.task.Association;
import dev.atf.model.task.Guard;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Decision that follows from the association that refused a claim. */
public sealed interface ClaimDecision {

  /** An earlier try of this very claim was applied. */
  record AlreadyOurs(Association task) implements ClaimDecision {}

  /**
   * Nothing but perhaps the alarm prevents the claim: claim with {@link ClaimAttempt#movingAlarm}.
   */
  record MoveAlarm() implements ClaimDecision {}

  /**
   * @param retryAfter zero where the same claim will not be granted later
   */
  record Refuse(Reason reason, Duration retryAfter) implements ClaimDecision {}

  /** Reason for refusing a claim, the one that lasts longest first. */
  enum Reason {
    STALE,
    WRONG_LAMBDA,
    DEADLINE_EXCEEDED,
    DROPPED,
    PAUSED,
    BLOCKED,
    NOT_DUE,
    LAMBDA_FULL,
    TENANT_FULL,
    KEY_FULL,
    UNKNOWN,
    WORKER_GONE
  }

  static ClaimDecision of(ClaimAttempt claim, Optional<Association> found) {
    if (found.isEmpty()) {
      return refuse(Reason.STALE);
    }
    var task = found.get();
    if (isOurs(claim, task)) {
      return new AlreadyOurs(task);
    }
    var failing =
        claim.leavingAlarm().failing(task).stream()
            .map(Guard::getClass)
            .collect(Collectors.toSet());
    if (failing.contains(Guard.StatusIn.class)
        || failing.contains(Guard.EpochIs.class)
        || failing.contains(Guard.CancelNotRequested.class)) {
      return refuse(Reason.STALE);
    }
    if (failing.contains(Guard.LambdaIs.class)) {
      return refuse(Reason.WRONG_LAMBDA);
    }
    if (failing.contains(Guard.DeadlineAfter.class)) {
      return refuse(Reason.DEADLINE_EXCEEDED);
    }
    if (failing.contains(Guard.ScheduledBy.class)) {
      return new Refuse(Reason.NOT_DUE, Duration.between(claim.now(), task.header().scheduledAt()));
    }
    if (Set.of(Guard.AlarmNotAfter.class).containsAll(failing)) {
      return new MoveAlarm();
    }
    throw new IllegalStateException(claim.leavingAlarm() + " was refused by " + failing);
  }

  /**
   * Returns whether this executor holds this claim. The owner counts too: a claim id that two
   * executors show must not let both of them run.
   */
  private static boolean isOurs(ClaimAttempt claim, Association task) {
    Lease lease = task.lease();
    return task.epoch() == claim.attempt().epoch()
        && task.status().running()
        && task.header().lambda().equals(claim.lambda())
        && lease != null
        && lease.claimId().equals(claim.attempt().claimId())
        && lease.owner().equals(claim.owner());
  }

  private static Refuse refuse(Reason reason) {
    return new Refuse(reason, Duration.ZERO);
  }
}
