package dev.atf.hsc.claim;

import dev.atf.hsc.call.HscMetrics;
import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.lambda.Terms;
import dev.atf.model.Alarm;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.task.Association;
import dev.atf.model.task.GateTransitions;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Transition;
import dev.atf.store.StoreException;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TransitionResult;
import jakarta.inject.Inject;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses claims of tasks behind a closed gate. A task behind a paused gate returns to the store
 * without using an attempt. A task behind a dropping gate ends. In both cases its message is no
 * longer needed.
 */
final class ClaimGates {
  private static final Logger log = LoggerFactory.getLogger(ClaimGates.class);

  private final TaskAssociations associations;
  private final RetryingWrites writes;
  private final HscMetrics metrics;

  @Inject
  ClaimGates(TaskAssociations associations, RetryingWrites writes, HscMetrics metrics) {
    this.associations = associations;
    this.writes = writes;
    this.metrics = metrics;
  }

  /**
   * Refuses the claim. Reads the task first, for its own time determines its position among those
   * that wait. A task that cannot be written to is left to its alarm, and the claim is refused all
   * the same.
   *
   * @return the reason for the refusal; or that the claim was granted before the gate was closed
   * @throws StoreException if the task cannot be read
   */
  ClaimDecision turnAway(ClaimAttempt claim, Terms terms, Gate gate) {
    var found = associations.find(claim.attempt().taskId());
    var decision = ClaimDecision.of(claim, found);
    if (!wouldRun(decision)) {
      return decision;
    }
    boolean drops = gate.stateAt(claim.now()) == GateState.DROPPING;
    var task = found.orElseThrow();
    var transition = drops ? drop(claim, terms, task, gate) : park(claim, task, gate);
    try {
      if (writes.apply(transition) instanceof TransitionResult.Refused refused) {
        var since = ClaimDecision.of(claim, refused.found());
        if (!wouldRun(since)) {
          return since;
        }
      }
    } catch (StoreException e) {
      metrics.gateWriteFailed();
      log.warn(
          "taskId={} epoch={} is left before a closed gate to its alarm: {}",
          claim.attempt().taskId(),
          claim.attempt().epoch(),
          e.getMessage());
    }
    return new ClaimDecision.Refuse(
        drops ? ClaimDecision.Reason.DROPPED : ClaimDecision.Reason.PAUSED, Duration.ZERO);
  }

  /** Returns whether the task would run now, or as soon as its time has come. */
  static boolean wouldRun(ClaimDecision decision) {
    return decision instanceof ClaimDecision.MoveAlarm
        || (decision instanceof ClaimDecision.Refuse refuse
            && refuse.reason() == ClaimDecision.Reason.NOT_DUE);
  }

  private static Transition park(ClaimAttempt claim, Association task, Gate gate) {
    return GateTransitions.park(
        claim.attempt().ref(),
        claim.now(),
        task.header().list(gate.collection() == null ? Alarm.DUE : Alarm.HELD),
        task.header().scheduledAt(),
        setBy(gate));
  }

  private static Transition drop(ClaimAttempt claim, Terms terms, Association task, Gate gate) {
    return GateTransitions.drop(
        claim.attempt().taskId(),
        claim.attempt().epoch(),
        Outcome.failure("", FrameworkFailure.DROPPED.because(setBy(gate))),
        terms.ending(claim.now()).of(task.header()));
  }

  private static String setBy(Gate gate) {
    var whose = gate.collection() == null ? "the lambda" : "collection " + gate.collection();
    return "gate of " + whose + " set by " + gate.by() + ": " + gate.reason();
  }
}
