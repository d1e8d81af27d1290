package dev.atf.store.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.plans.periodic.CatchUp;
import dev.atf.plans.periodic.Cron;
import dev.atf.plans.periodic.Interval;
import dev.atf.plans.periodic.Overlap;
import dev.atf.plans.periodic.PeriodicName;
import dev.atf.plans.periodic.PeriodicState;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.periodic.Schedule;
import dev.atf.plans.periodic.SkippedFires;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rows of periodic tasks are read as they were written. */
final class PeriodicCodecTest {
  private static final Instant NOON = Instant.parse("2024-06-01T12:00:00.123Z");
  private static final LambdaName LAMBDA = new LambdaName("tick");
  private static final PeriodicName NAME = new PeriodicName("Nightly.report");

  @Test
  void everyFieldComesBack() {
    var schedule =
        new Schedule(
            Cron.of("*/5 8-18 * * 1-5", "Europe/Berlin"),
            NOON,
            NOON.plusSeconds(9),
            Duration.ofSeconds(7));
    var state =
        new PeriodicState(
            true,
            NOON.minusSeconds(1),
            List.of(NOON.minusSeconds(3), NOON.minusSeconds(2)),
            NOON.minusSeconds(4),
            NOON.minusSeconds(5),
            6,
            7,
            8,
            new SkippedFires(
                List.of(
                    new SkippedFires.Range(NOON, NOON.plusSeconds(1), SkippedFires.Reason.MISSED),
                    new SkippedFires.Range(
                        NOON.plusSeconds(2), NOON.plusSeconds(2), SkippedFires.Reason.PAUSED))),
            NOON.minusSeconds(9));
    comesBack(new StoredPeriodic(task(schedule, new CollectionName("Nightly")), state));
  }

  @Test
  void keepsAbsentFieldsAbsent() {
    var schedule = Schedule.of(new Interval(Duration.ofMillis(1_500), NOON));
    comesBack(new StoredPeriodic(task(schedule, null), PeriodicState.from(NOON)));
  }

  @Test
  void aRowIsSmallerThanAWriteUnit() {
    var schedule = Schedule.of(Cron.of("30 2 * * *", "America/Argentina/Buenos_Aires"));
    var stored = new StoredPeriodic(task(schedule, null), PeriodicState.from(NOON));

    assertThat(stored.first(fresh(), NOON).state().length()).isLessThan(250);
  }

  @Test
  void rejectsMalformedPeriodicTasks() {
    var broken = fresh().with(new Bytes(new byte[] {10, 99}), null);

    assertThatThrownBy(() -> StoredPeriodic.of(broken))
        .isInstanceOf(UnreadablePlanException.class)
        .hasMessageContaining(broken.id().value());
    assertThat(StoredPeriodic.ifReadable(broken)).isEmpty();
    assertThat(StoredPeriodic.contentsId(broken)).isEmpty();
    assertThat(StoredPeriodic.pausedUnread(broken)).isEqualTo(broken.next(broken.state(), null));
  }

  @Test
  void anUnreadableRowSaysWhyAndCanBePaused() {
    var schedule = Schedule.of(Cron.of("30 2 * * *", "Europe/Berlin"));
    var plan =
        new StoredPeriodic(task(schedule, null), PeriodicState.from(NOON)).first(fresh(), NOON);
    var unread = inZone(plan, "Europe/Atlantis");

    assertThatThrownBy(() -> StoredPeriodic.of(unread))
        .isInstanceOfSatisfying(
            UnreadablePlanException.class,
            e -> {
              assertThat(e.plan()).isEqualTo(unread);
              assertThat(e.reason()).startsWith("schedule.timeZone: Europe/Atlantis (expected: ");
            });
    assertThat(StoredPeriodic.contentsId(unread)).contains(TaskId.ofText("contents"));
    var paused = StoredPeriodic.pausedUnread(unread);
    assertThat(paused.alarmAt()).isNull();
    assertThat(paused.version()).isEqualTo(plan.version() + 1);
    assertThat(StoredPeriodic.of(inZone(paused, "Europe/Berlin")).state().paused()).isTrue();
  }

  private static Plan inZone(Plan plan, String zone) {
    var message = PeriodicCodec.message(plan).orElseThrow().toBuilder().setZone(zone).build();
    return plan.with(PlanBytes.of(message), plan.alarmAt());
  }

  private static void comesBack(StoredPeriodic stored) {
    assertThat(StoredPeriodic.of(stored.first(fresh(), NOON))).isEqualTo(stored);
    assertThat(StoredPeriodic.of(stored.next(fresh(), null))).isEqualTo(stored);
  }

  private static Plan fresh() {
    return Plan.fresh(
        PeriodicTask.planId(LAMBDA, NAME), PlanKind.PERIODIC, LAMBDA, NAME.value(), 4, NOON);
  }

  private static PeriodicTask task(Schedule schedule, @Nullable CollectionName collection) {
    return new PeriodicTask(
        LAMBDA,
        NAME,
        new Priority("low"),
        collection,
        schedule,
        Overlap.QUEUE_ONE,
        CatchUp.all(17),
        TaskId.ofText("contents"),
        Duration.ofHours(5),
        3);
  }
}
