package dev.atf.store;

import static dev.atf.store.SampleTasks.OTHER_CLAIM;
import static dev.atf.store.SampleTasks.OTHER_LAMBDA;
import static dev.atf.store.SampleTasks.ofLambda;
import static dev.atf.store.SampleTasks.times;
import static dev.atf.store.SampleTasks.with;
import static dev.atf.store.SampleTasks.withoutCancelRequest;

import dev.atf.model.Alarm;
import dev.atf.model.Lease;
import dev.atf.model.Payload;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.task.Association;
import dev.atf.model.task.Change;
import dev.atf.model.task.Guard;
import dev.atf.model.task.Notices;
import dev.atf.model.task.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A task on either side of one guard: one millisecond, one number, or one absence away. */
final class GuardVariants {
  private GuardVariants() {}

  /** Variants of {@code task}, for which {@code guard} holds, for which it does not. */
  static List<Association> beyond(Guard guard, Association task) {
    return variants(guard, task).filter(variant -> !guard.holds(variant)).toList();
  }

  /** Variants for which it still holds. */
  static List<Association> within(Guard guard, Association task) {
    return variants(guard, task).filter(guard::holds).toList();
  }

  private static Stream<Association> variants(Guard guard, Association task) {
    if (guard instanceof Guard.StatusIn) {
      return Stream.of(TaskStatus.values()).map(status -> with(task, new Change.SetStatus(status)));
    }
    if (guard instanceof Guard.EpochIs g) {
      return Stream.of(g.epoch() - 1, g.epoch(), g.epoch() + 1)
          .map(epoch -> with(task, new Change.SetEpoch(epoch)));
    }
    if (guard instanceof Guard.AttemptIs) {
      return Stream.of(-1, 0, 1).map(delta -> with(task, new Change.AddAttempt(delta)));
    }
    if (guard instanceof Guard.LambdaIs) {
      return Stream.of(with(task, ofLambda(task.header(), OTHER_LAMBDA)));
    }
    if (guard instanceof Guard.ScheduledBy g) {
      return around(g.now())
          .map(at -> with(task, times(task.header(), at, task.header().deadline())));
    }
    if (guard instanceof Guard.DeadlineAfter g) {
      return around(g.now())
          .map(at -> with(task, times(task.header(), task.header().scheduledAt(), at)));
    }
    if (guard instanceof Guard.CancelNotRequested || guard instanceof Guard.CancelRequested) {
      return Stream.of(with(task, new Change.RequestCancel()), withoutCancelRequest(task));
    }
    if (guard instanceof Guard.ClaimIs) {
      var lease = Objects.requireNonNull(task.lease());
      var other = new Lease(OTHER_CLAIM, lease.owner(), lease.until());
      return Stream.of(with(task, new Change.SetLease(other)), with(task, new Change.ClearLease()));
    }
    if (guard instanceof Guard.LeaseUntilIs g) {
      return leases(task, g.until());
    }
    if (guard instanceof Guard.LeaseNotAfter g) {
      return leases(task, g.until());
    }
    if (guard instanceof Guard.NotesBefore g) {
      return Stream.concat(
          Stream.of(g.sequence() - 1, g.sequence(), g.sequence() + 1)
              .map(said -> with(task, new Change.SetNotesSequence(said))),
          Stream.of(with(task, newClaim(task)), with(task, new Change.ClearLease())));
    }
    if (guard instanceof Guard.AlarmIsUnset) {
      return Stream.of(
          with(task, new Change.ClearTrigger()),
          with(task, new Change.SetTrigger(new Trigger(Alarm.DUE, SampleTasks.ALARM_AT))));
    }
    if (guard instanceof Guard.AlarmAtIs g) {
      return alarms(task, g.at());
    }
    if (guard instanceof Guard.AlarmNotAfter g) {
      return alarms(task, g.at());
    }
    if (guard instanceof Guard.OutboxFull) {
      return Stream.of(
          with(task, new Change.EmptyOutbox(List.of())),
          with(task, new Change.SetOutcome(toBeTold())),
          with(task, new Change.SetOutcome(Outcome.success("d2", Payload.EMPTY))));
    }
    if (guard instanceof Guard.OutboxEmpty) {
      return Stream.of(
          with(task, new Change.SetOutcome(toBeTold())), SampleTasks.withOutbox(task), task);
    }
    if (guard instanceof Guard.OnFinishIs) {
      var header = task.header();
      return Stream.of(
          task.withHeader(header.withOnFinish(SampleTasks.ON_FINISH)),
          task.withHeader(header.withOnFinish(null)));
    }
    throw new IllegalStateException("no variants for " + guard);
  }

  private static Outcome toBeTold() {
    return Outcome.success("d2", Payload.EMPTY).with(Notices.toCreate(List.of("told")));
  }

  /** Returns a new claim of the same holder, without notes. */
  private static Change newClaim(Association task) {
    var lease = Objects.requireNonNull(task.lease());
    return new Change.SetLease(new Lease(lease.claimId(), lease.owner(), lease.until()));
  }

  private static Stream<Association> leases(Association task, Instant until) {
    return Stream.concat(
        around(until).map(at -> with(task, new Change.ExtendLease(at))),
        Stream.of(with(task, new Change.ClearLease())));
  }

  private static Stream<Association> alarms(Association task, Instant at) {
    var alarm = Objects.requireNonNull(task.trigger()).alarm();
    return Stream.concat(
        around(at).map(t -> with(task, new Change.SetTrigger(new Trigger(alarm, t)))),
        Stream.of(with(task, new Change.ClearTrigger())));
  }

  private static Stream<Instant> around(Instant at) {
    return Stream.of(at.minusMillis(1), at, at.plusMillis(1));
  }
}
