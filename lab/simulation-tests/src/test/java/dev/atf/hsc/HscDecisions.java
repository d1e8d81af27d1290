package dev.atf.hsc;

import dev.atf.hsc.claim.ChildWriteResult;
import dev.atf.hsc.claim.ClaimRules;
import dev.atf.hsc.claim.HeartbeatDecision;
import dev.atf.hsc.claim.HeartbeatWrite;
import dev.atf.hsc.claim.NumberedNotes;
import dev.atf.hsc.claim.Report;
import dev.atf.hsc.claim.ResultDecision;
import dev.atf.hsc.claim.ResultDecision.Next;
import dev.atf.hsc.claim.ResultHandler;
import dev.atf.hsc.claim.ReturnDelay;
import dev.atf.hsc.condition.BlockRequest;
import dev.atf.hsc.condition.Conditions;
import dev.atf.hsc.lambda.Terms;
import dev.atf.model.Attempt;
import dev.atf.model.ExecutorId;
import dev.atf.model.Failure;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Association;
import dev.atf.model.task.Children;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transition;
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

  private static final BlockRequest ON =
      new BlockRequest(
          new ConditionName("condition"), new LambdaName("tester"), Payload.EMPTY, false, "");

  /** Number of steps after which {@link ResultHandler} gives up, too. */
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

    /** Returns whether it gives the attempt back: without a bound, a history would have no end. */
    public boolean givesBack() {
      return this == RETURNED || this == BLOCKED || this == BLOCKED_UNTIL_NOW;
    }

    private Report.What what() {
      return switch (this) {
        case SUCCESS -> new Report.What.Success(Payload.EMPTY);
        case SUCCESS_WITH_CHILDREN ->
            new Report.What.Success(
                Payload.EMPTY, List.of(ScheduleRequest.getDefaultInstance()), List.of());
        case RETRIABLE -> new Report.What.RetriableFailure(failure(true), Optional.empty());
        case FATAL -> new Report.What.FatalFailure(failure(false));
        case CANCELLED -> new Report.What.Cancelled();
        case RETURNED -> new Report.What.Returned("DRAINING");
        case BLOCKED, BLOCKED_UNTIL_NOW -> new Report.What.Blocked(ON);
        case DIED -> new Report.What.ExecutorDied("killed", "");
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
    var said = sequence == 0 ? NumberedNotes.NONE : new NumberedNotes(notes(sequence), sequence);
    HeartbeatWrite.Next next =
        new HeartbeatWrite.Next.Write(
            new HeartbeatWrite(attempt, lambda, leaseUntil, said, false), HeartbeatDecision.LOST);
    while (next instanceof HeartbeatWrite.Next.Write write) {
      var transition = write.beat().transition();
      if (accepts.test(transition)) {
        return Optional.of(transition);
      }
      next = write.beat().after(new TransitionResult.Refused(Optional.of(found)));
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
    var report = new Report(attempt, number, word.name(), word.what(), Notes.NONE);
    var decision =
        new ResultDecision(
            new Terms(lambda, LeaseTimes.DEFAULT.lease(), EXACT, List.of()),
            new ExecutorId("executor"),
            ReturnDelay.DEFAULT,
            (at, deadline) -> at,
            now,
            false,
            LEAST);
    var next = decision.first(report);
    for (int step = 0; step < STEPS_MAX && !(next instanceof Next.Answer); step++) {
      if (next instanceof Next.Write write && accepts.test(write.transition())) {
        return Optional.of(write.transition());
      }
      if (next instanceof Next.CreateChildren children) {
        next = decision.childrenCreated(report, children, oneChild(found));
      } else if (next instanceof Next.Join join) {
        next = decision.joined(report, join, entry(word));
      } else {
        next = decision.from(report, Optional.of(found));
      }
    }
    return Optional.empty();
  }

  private static Conditions.Entry entry(Word word) {
    return word == Word.BLOCKED ? new Conditions.Entry.Joined() : new Conditions.Entry.Cleared();
  }

  private static ChildWriteResult oneChild(Association found) {
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
    return new ChildWriteResult.Ready(Children.toBeMade(List.of(child), List.of()));
  }

  private static Notes notes(long sequence) {
    return new Notes(null, new Payload(new byte[] {(byte) sequence}, Payload.JSON));
  }

  private static Failure failure(boolean retriable) {
    return new Failure("FAILED", "", "", retriable);
  }
}
