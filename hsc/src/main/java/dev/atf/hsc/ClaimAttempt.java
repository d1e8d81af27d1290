package dev.atf.hsc;

import dev.atf.model.Attempt;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Transition;
import dev.atf.model.Transitions;
import java.time.Instant;

/**
 * One executor's wish for one epoch.
 *
 * @param leaseUntil end of the store's lease if it is granted
 */
record ClaimAttempt(
    Attempt attempt, LambdaName lambda, ExecutorId owner, Instant now, Instant leaseUntil) {

  Transition leavingAlarm() {
    return Transitions.claim(attempt, lambda, owner, now, leaseUntil);
  }

  Transition movingAlarm() {
    return Transitions.claimAndMoveAlarm(attempt, lambda, owner, now, leaseUntil);
  }
}
