package dev.atf.store.plans;

import dev.atf.model.Priority;
import dev.atf.plans.periodic.CatchUp;
import dev.atf.plans.periodic.Cron;
import dev.atf.plans.periodic.Interval;
import dev.atf.plans.periodic.Overlap;
import dev.atf.plans.periodic.PeriodicName;
import dev.atf.plans.periodic.PeriodicState;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.periodic.Recurrence;
import dev.atf.plans.periodic.Schedule;
import dev.atf.plans.periodic.SkippedFires;
import dev.atf.plans.row.Plan;
import dev.atf.store.codec.StoredIds;
import dev.atf.store.stored.plans.StoredPlans;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Periodic tasks as the states of their plans. */
final class PeriodicCodec {
  private PeriodicCodec() {}

  static StoredPlans.Periodic write(StoredPeriodic stored) {
    var message = StoredPlans.Periodic.newBuilder();
    writeTask(message, stored.task());
    writeSchedule(message, stored.task().schedule());
    writeState(message, stored.state());
    return message.build();
  }

  static StoredPeriodic read(Plan plan) {
    return PlanBytes.read(
        plan,
        StoredPlans.Periodic.parser(),
        message -> new StoredPeriodic(task(plan, message), state(message)));
  }

  /**
   * Returns the message of a row, even if this version does not know all of its fields; empty if
   * the row has no message.
   */
  static Optional<StoredPlans.Periodic> message(Plan plan) {
    try {
      return Optional.of(
          PlanBytes.read(StoredPlans.Periodic.parser(), plan.state(), "plan " + plan.id()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static void writeTask(StoredPlans.Periodic.Builder to, PeriodicTask task) {
    to.setPriority(task.priority().value())
        .setCollection(StoredIds.of(task.collection()))
        .setOverlap(StoredPlans.Periodic.Overlap.valueOf(task.overlap().name()))
        .setCatchUp(task.catchUp().fireCountMax())
        .setContents(StoredIds.of(task.contents()))
        .setLifetime(task.lifetime().toMillis())
        .setRevision(task.revision());
  }

  private static PeriodicTask task(Plan plan, StoredPlans.Periodic from) {
    return new PeriodicTask(
        plan.lambda(),
        new PeriodicName(plan.name()),
        new Priority(from.getPriority()),
        StoredIds.collection(from.getCollection()),
        schedule(from),
        Overlap.valueOf(from.getOverlap().name()),
        new CatchUp(from.getCatchUp()),
        StoredIds.taskId(from.getContents()),
        Duration.ofMillis(from.getLifetime()),
        from.getRevision());
  }

  private static void writeSchedule(StoredPlans.Periodic.Builder to, Schedule schedule) {
    if (schedule.recurrence() instanceof Cron cron) {
      to.setCron(cron.expression()).setZone(cron.zone().getId());
    } else if (schedule.recurrence() instanceof Interval interval) {
      to.setEvery(interval.every().toMillis()).setAnchor(interval.anchor().toEpochMilli());
    }
    Optional.ofNullable(schedule.startAt())
        .ifPresent(startAt -> to.setStartAt(startAt.toEpochMilli()));
    Optional.ofNullable(schedule.until()).ifPresent(until -> to.setUntil(until.toEpochMilli()));
    to.setJitter(schedule.jitter().toMillis());
  }

  private static Schedule schedule(StoredPlans.Periodic from) {
    Recurrence recurrence =
        from.getCron().isEmpty()
            ? new Interval(
                Duration.ofMillis(from.getEvery()), Instant.ofEpochMilli(from.getAnchor()))
            : Cron.of(from.getCron(), from.getZone());
    return new Schedule(
        recurrence,
        from.hasStartAt() ? Instant.ofEpochMilli(from.getStartAt()) : null,
        from.hasUntil() ? Instant.ofEpochMilli(from.getUntil()) : null,
        Duration.ofMillis(from.getJitter()));
  }

  private static void writeState(StoredPlans.Periodic.Builder to, PeriodicState state) {
    to.setPaused(state.paused())
        .setDecidedUntil(state.decidedUntil().toEpochMilli())
        .setFired(state.firedCount())
        .setSkipped(state.skippedCount())
        .setMissed(state.missedCount());
    state.pending().forEach(at -> to.addPending(at.toEpochMilli()));
    @Nullable Instant last = state.last();
    if (last != null) {
      to.setLast(last.toEpochMilli());
    }
    Optional.ofNullable(state.queued()).ifPresent(queued -> to.setQueued(queued.toEpochMilli()));
    Optional.ofNullable(state.scheduleSince())
        .ifPresent(since -> to.setScheduleSince(since.toEpochMilli()));
    for (var range : state.skipped().ranges()) {
      to.addLeftOutBuilder()
          .setFirst(range.first().toEpochMilli())
          .setLast(range.last().toEpochMilli())
          .setReason(StoredPlans.LeftOut.Reason.valueOf(range.reason().name()));
    }
  }

  private static PeriodicState state(StoredPlans.Periodic from) {
    return new PeriodicState(
        from.getPaused(),
        Instant.ofEpochMilli(from.getDecidedUntil()),
        from.getPendingList().stream().map(Instant::ofEpochMilli).toList(),
        from.hasLast() ? Instant.ofEpochMilli(from.getLast()) : null,
        from.hasQueued() ? Instant.ofEpochMilli(from.getQueued()) : null,
        from.getFired(),
        from.getSkipped(),
        from.getMissed(),
        new SkippedFires(ranges(from)),
        from.hasScheduleSince() ? Instant.ofEpochMilli(from.getScheduleSince()) : null);
  }

  private static List<SkippedFires.Range> ranges(StoredPlans.Periodic from) {
    return from.getLeftOutList().stream()
        .map(
            range ->
                new SkippedFires.Range(
                    Instant.ofEpochMilli(range.getFirst()),
                    Instant.ofEpochMilli(range.getLast()),
                    SkippedFires.Reason.valueOf(range.getReason().name())))
        .toList();
  }
}
