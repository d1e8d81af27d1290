package dev.atf.hsc.claim;

import dev.atf.model.Attempt;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import java.time.Instant;

/**
 * Request of one executor to claim one epoch.
 *
 * @param leaseUntil end of the store's lease if it is granted
 */
public record ClaimAttempt(
    Attempt attempt, LambdaName lambda, ExecutorId owner, Instant now, Instant leaseUntil) {

  public Transition leavingAlarm() {
    return Transitions.claim(attempt, lambda, owner, now, leaseUntil);
  }

  public Transition movingAlarm() {
    return Transitions.claimAndMoveAlarm(attempt, lambda, owner, now, leaseUntil);
  }
}
