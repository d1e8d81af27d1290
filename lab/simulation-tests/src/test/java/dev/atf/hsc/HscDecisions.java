package dev.atf.hsc;

import dev.atf.hsc.claim.ClaimRules;
import dev.atf.hsc.claim.HeartbeatRules;
import dev.atf.hsc.claim.HeartbeatRules.SentNotes;
import dev.atf.hsc.claim.ResultRules;
import dev.atf.hsc.claim.ResultRules.Next;
import dev.atf.hsc.claim.Results;
import dev.atf.hsc.claim.ReturnDelay;
import dev.atf.hsc.claim.SuccessEffects;
import dev.atf.hsc.condition.Conditions;
import dev.atf.hsc.lambda.EffectiveLambda;
import dev.atf.model.Attempt;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Association;
import dev.atf.model.task.Children;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transition;
import dev.atf.model.task.WallTime;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.AttemptResult.Success;
import dev.atf.protocol.v1.Failure;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.store.TransitionResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Transitions that the HSC writes for a call whose steps nothing interrupts: its own decisions
 * followed to the applied write, or to an answer without one.
 */
public final class HscDecisions {
  private static final LeaseTimes EXACT =
      new LeaseTimes(
          LeaseTimes.DEFAULT.lease(),
          LeaseTimes.DEFAULT.heartbeatInterval(),
          LeaseTimes.DEFAULT.callTimeout(),
          LeaseTimes.DEFAULT.missedHeartbeatsMax(),
          Duration.ZERO,
          LeaseTimes.DEFAULT.stopTime());

  private static final RandomGenerator LEAST = () -> 0;

  private static final AttemptResult.Blocked ON =
      AttemptResult.Blocked.newBuilder()
          .setCondition("condition")
          .setTester(AttemptResult.Tester.newBuilder().setLambda("tester"))
          .build();

  private static final Success WITH_CHILD =
      Success.newBuilder().addChildren(ScheduleRequest.getDefaultInstance()).build();

  private static final Failure FAILED = Failure.newBuilder().setCode("FAILED").build();

  /** Number of steps after which {@link Results} gives up, too. */
  private static final int STEPS_MAX = 8;

  private HscDecisions() {}

  /** Report of an executor about an attempt. */
  public enum Word {
    SUCCESS,
    SUCCESS_WITH_CHILDREN,
    RETRIABLE,
    FATAL,
    CANCELLED,
    RETURNED,
    /** Blocked on a condition that is closed. */
    BLOCKED,
    /** Blocked on a condition that has cleared since the attempt began. */
    BLOCKED_UNTIL_NOW,
    /** Reported by the host. */
    DIED;

    /** Returns whether it returns the attempt. Without a bound, a history would have no end. */
    public boolean returnsAttempt() {
      return this == RETURNED || this == BLOCKED || this == BLOCKED_UNTIL_NOW;
    }

    private AttemptResult result(int number) {
      var result = AttemptResult.newBuilder().setAttempt(number);
      return switch (this) {
        case SUCCESS -> result.setSuccess(Success.getDefaultInstance()).build();
        case SUCCESS_WITH_CHILDREN -> result.setSuccess(WITH_CHILD).build();
        case RETRIABLE ->
            result
                .setRetriableFailure(AttemptResult.RetriableFailure.newBuilder().setFailure(FAILED))
                .build();
        case FATAL -> result.setFatalFailure(FAILED).build();
        case CANCELLED -> result.setCancelled(AttemptResult.Cancelled.getDefaultInstance()).build();
        case RETURNED ->
            result.setReturned(AttemptResult.Returned.newBuilder().setReason("DRAINING")).build();
        case BLOCKED, BLOCKED_UNTIL_NOW -> result.setBlocked(ON).build();
        case DIED ->
            result
                .setExecutorDied(AttemptResult.ExecutorDied.newBuilder().setHow("killed"))
                .build();
      };
    }
  }

  /**
   * @param accepts true for a transition that the store would apply
   */
  public static Optional<Transition> claim(
      Attempt attempt,
      LambdaName lambda,
      ExecutorId owner,
      Instant now,
      Instant leaseUntil,
      Association found,
      Predicate<Transition> accepts) {
    var claim = new ClaimRules(attempt, lambda, owner, now, leaseUntil);
    if (accepts.test(claim.claim())) {
      return Optional.of(claim.claim());
    }
    return claim.decide(Optional.of(found)) instanceof ClaimRules.Decision.MoveAlarm
        ? Optional.of(claim.claimAndMoveAlarm()).filter(accepts)
        : Optional.empty();
  }

  /**
   * @param sequence of the notes; 0 if it brings none
   */
  public static Optional<Transition> beat(
      Attempt attempt,
      LambdaName lambda,
      Instant leaseUntil,
      long sequence,
      Association found,
      Predicate<Transition> accepts) {
    var sent = sequence == 0 ? SentNotes.NOTHING : new SentNotes(notes(sequence), sequence);
    var next = Optional.of(new HeartbeatRules(attempt, lambda, leaseUntil, sent, false));
    while (next.isPresent()) {
      var transition = next.get().transition();
      if (accepts.test(transition)) {
        return Optional.of(transition);
      }
      next = next.get().after(new TransitionResult.Refused(Optional.of(found))).again();
    }
    return Optional.empty();
  }

  public static Optional<Transition> report(
      Attempt attempt,
      int number,
      Word word,
      LambdaDefinition lambda,
      Instant now,
      Association found,
      Predicate<Transition> accepts) {
    var call =
        new ResultRules.Call(
            new EffectiveLambda(lambda, LeaseTimes.DEFAULT.lease(), EXACT, List.of()),
            new ExecutorId("executor"),
            ReturnDelay.DEFAULT,
            (at, deadline) -> at,
            new WallTime(now, false),
            LEAST);
    var rules = new ResultRules(call, word.result(number), attempt, word.name(), Notes.NONE);
    var next = rules.first();
    for (int step = 0; step < STEPS_MAX && !(next instanceof Next.Answer); step++) {
      if (next instanceof Next.Write write && accepts.test(write.transition())) {
        return Optional.of(write.transition());
      }
      if (next instanceof Next.CreateChildren create) {
        next = rules.childrenWritten(create.parent(), oneChild(found));
      } else if (next instanceof Next.Join join) {
        next = rules.joined(join, entry(word));
      } else {
        next = rules.from(Optional.of(found));
      }
    }
    return Optional.empty();
  }

  private static Conditions.Entry entry(Word word) {
    return word == Word.BLOCKED ? new Conditions.Entry.Joined() : new Conditions.Entry.Cleared();
  }

  private static SuccessEffects.Written oneChild(Association found) {
    var header = found.header();
    var parent = new Parent(found.taskId(), found.epoch(), 0);
    var child =
        new TaskHeader(
            parent.childId(),
            header.lambda(),
            header.priority(),
            header.collection(),
            header.shard(),
            header.createdAt(),
            header.scheduledAt(),
            header.deadline(),
            null,
            null,
            parent,
            null,
            null,
            null);
    return new SuccessEffects.Written.Ready(Children.toCreate(List.of(child), List.of()));
  }

  private static Notes notes(long sequence) {
    return new Notes(null, new Payload(new byte[] {(byte) sequence}, Payload.JSON));
  }
}
