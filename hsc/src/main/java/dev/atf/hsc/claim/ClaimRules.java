package dev.atf.hsc.claim;

import dev.atf.model.Alarm;
import dev.atf.model.Attempt;
import dev.atf.model.ExecutorId;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.check.Limits;
import dev.atf.model.condition.Block;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.task.Association;
import dev.atf.model.task.BlockTransitions;
import dev.atf.model.task.Ending;
import dev.atf.model.task.GateTransitions;
import dev.atf.model.task.Guard;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ClaimRefusal;
import dev.atf.protocol.v1.ClaimRefusal.Reason;
import dev.atf.protocol.v1.ClaimVerdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rules for one claim: the transitions that it may write, and the decision that follows if the
 * task's association refused a transition.
 *
 * @param executor executor that requests the claim and will own the lease
 * @param leaseUntil end of the stored lease if the claim is granted
 */
public record ClaimRules(
    Attempt attempt, LambdaName lambda, ExecutorId executor, Instant now, Instant leaseUntil) {

  /** Decision after a task's association has refused a claim. */
  public sealed interface Decision {
    /** An earlier try of this claim was applied. */
    record Ours(Association task) implements Decision {}

    /**
     * Only the alarm can have prevented the claim, so {@link ClaimRules#claimAndMoveAlarm} must be
     * written.
     */
    record MoveAlarm() implements Decision {}

    /**
     * The claim is not granted.
     *
     * @param retryAfter time until the claim may be granted; zero if it never will be
     * @param label reason in metrics and logs, which distinguishes a full tenant from a full lambda
     */
    record Refusal(Reason reason, Duration retryAfter, String label) implements Decision {
      static final Refusal STALE = of(Reason.STALE);
      static final Refusal LAMBDA_FULL = of(Reason.LAMBDA_FULL);
      static final Refusal KEY_FULL = of(Reason.KEY_FULL);

      /** Refusal because of the tenant's limit. The controller treats it as a full lambda. */
      static final Refusal TENANT_FULL =
          new Refusal(Reason.LAMBDA_FULL, Duration.ZERO, "tenant_full");

      /**
       * Refusal because stored data cannot be interpreted. An HSC of the version that wrote it may
       * do so.
       */
      static final Refusal UNREADABLE = of(Reason.UNREADABLE).retryAfter(Duration.ofSeconds(30));

      static final Refusal BLOCKED = new Refusal(Reason.CONDITION_CLOSED, Duration.ZERO, "blocked");

      static Refusal of(Reason reason) {
        return new Refusal(reason, Duration.ZERO, reason.name().toLowerCase(Locale.ROOT));
      }

      Refusal retryAfter(Duration time) {
        return new Refusal(reason, time, label);
      }

      ClaimVerdict verdict() {
        var refusal = ClaimRefusal.newBuilder().setReason(reason);
        if (!retryAfter.isZero()) {
          refusal.setRetryAfter(ProtoTimes.proto(retryAfter));
        }
        return ClaimVerdict.newBuilder().setRefused(refusal).build();
      }
    }

    /** Returns whether the task could run now, or when its time comes. */
    default boolean wouldRun() {
      return this instanceof MoveAlarm
          || (this instanceof Refusal refusal && refusal.reason() == Reason.NOT_DUE);
    }
  }

  /**
   * Returns the transition that grants the claim. It does not change the alarm, and therefore costs
   * no index write.
   */
  public Transition claim() {
    return Transitions.claim(attempt, lambda, executor, now, leaseUntil);
  }

  /** Returns the claim of a task whose alarm would ring after the lease has ended. */
  public Transition claimAndMoveAlarm() {
    return Transitions.claimAndMoveAlarm(attempt, lambda, executor, now, leaseUntil);
  }

  /** Decides from the association that has refused {@link #claim}, or would refuse it. */
  public Decision decide(Optional<Association> found) {
    if (found.isEmpty()) {
      return Decision.Refusal.STALE;
    }
    var task = found.get();
    if (isOurs(task)) {
      return new Decision.Ours(task);
    }
    var failing = claim().failing(task).stream().map(Guard::getClass).collect(Collectors.toSet());
    if (failing.contains(Guard.StatusIn.class)
        || failing.contains(Guard.EpochIs.class)
        || failing.contains(Guard.CancelNotRequested.class)) {
      return Decision.Refusal.STALE;
    }
    if (failing.contains(Guard.LambdaIs.class)) {
      return Decision.Refusal.of(Reason.WRONG_LAMBDA);
    }
    if (failing.contains(Guard.DeadlineAfter.class)) {
      return Decision.Refusal.of(Reason.DEADLINE_EXCEEDED);
    }
    if (failing.contains(Guard.ScheduledBy.class)) {
      return Decision.Refusal.of(Reason.NOT_DUE)
          .retryAfter(Duration.between(now, task.header().scheduledAt()));
    }
    if (Set.of(Guard.AlarmNotAfter.class).containsAll(failing)) {
      return new Decision.MoveAlarm();
    }
    throw new IllegalStateException(claim() + " was refused by " + failing);
  }

  /**
   * Returns whether this executor holds this claim. The owner is compared as well, because if two
   * executors send the same claim id, only one of them may run.
   */
  private boolean isOurs(Association task) {
    var lease = task.lease();
    return task.isHeldBy(attempt)
        && task.header().lambda().equals(lambda)
        && lease != null
        && lease.owner().equals(executor);
  }

  /** Returns the transition that puts a task back behind a paused gate. It uses no attempt. */
  Transition park(Association task, Gate gate) {
    return GateTransitions.park(
        attempt.ref(),
        now,
        task.header().list(gate.collection() == null ? Alarm.DUE : Alarm.HELD),
        task.header().scheduledAt(),
        setBy(gate));
  }

  /** Returns the transition that ends a task behind a dropping gate. */
  Transition drop(Gate gate, Ending ending) {
    return GateTransitions.drop(
        attempt.taskId(),
        attempt.epoch(),
        Outcome.failure("", FrameworkFailure.DROPPED.because(setBy(gate))),
        ending);
  }

  private static String setBy(Gate gate) {
    var whose = gate.collection() == null ? "the lambda" : "collection " + gate.collection();
    return "gate of " + whose + " set by " + gate.by() + ": " + gate.reason();
  }

  /**
   * Returns the transition that blocks a task whose lambda is held by a condition.
   *
   * @param checkAt time of the alarm at which the condition is checked for this task
   */
  Transition block(Association task, ConditionName condition, Instant checkAt) {
    var before = task.block();
    var block = new Block(condition, before == null ? 1 : before.times());
    return BlockTransitions.blockUnclaimed(attempt.ref(), block, now, checkAt);
  }

  /** Returns the transition that ends a claimed task that no executor could ever run. */
  Transition endTooLarge(Association task, Ending ending) {
    var failure =
        FrameworkFailure.INPUT_TOO_LARGE.because(
            "payload, inputs and item are more than " + Limits.PAYLOAD_BYTES_MAX + " bytes");
    return Transitions.failFatally(
        attempt, lambda, task.attempt(), Outcome.failure("", failure), ending, Notes.NONE);
  }
}
