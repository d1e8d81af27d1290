package dev.atf.storeconsumer.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.AlarmTimes;
import dev.atf.model.Lease;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.task.Association;
import dev.atf.model.task.Notes;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.TaskHistory;
import dev.atf.model.task.Transitions;
import dev.atf.model.task.WallTime;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.ManualClock;
import dev.atf.storeconsumer.alarm.AlarmDecision.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class AlarmDecisionTest {
  private static final Instant NOW = ManualClock.START;
  private static final Instant DEADLINE = NOW.plus(Duration.ofDays(1));
  private static final Duration GRACE = Duration.ofSeconds(1);
  private static final AlarmTimes TIMES =
      new AlarmTimes(
          Duration.ofSeconds(30), 4, GRACE, Duration.ofMillis(500), Duration.ofSeconds(2));

  private final ConsumerRig rig = new ConsumerRig();
  private boolean mayPush = true;
  private boolean polled = true;

  @ParameterizedTest
  @EnumSource(
      value = TaskStatus.class,
      names = {"NEW", "RETRIABLE_FAILURE", "SUCCESS", "FATAL_FAILURE", "CANCELLED"})
  void ignoresTasksNeitherQueuedNorRunning(TaskStatus status) {
    assertThat(decide(task(status, NOW, null))).isEqualTo(new AlarmDecision.Ignore(Reason.STALE));
  }

  @ParameterizedTest
  @EnumSource(TaskStatus.class)
  @Tag("E2.3")
  @Tag("F8")
  void anAlarmThatHasNotRungIsAStaleRow(TaskStatus status) {
    var task = task(status, NOW.plusMillis(1), NOW.minusSeconds(60));

    assertThat(decide(task)).isEqualTo(new AlarmDecision.Ignore(Reason.STALE));
  }

  @Test
  void pushesQueuedTasksAgainInTheSameEpoch() {
    var decision = (AlarmDecision.PushAgain) decide(task(TaskStatus.ENQUEUED, NOW, null));

    assertThat(decision.task().ref().epoch()).isEqualTo(3);
    assertThat(decision.task().refusals()).isZero();
    assertThat(decision.transition().event()).isEqualTo(TaskEvent.PUSH_AGAIN);
    var after = decision.transition().applyTo(task(TaskStatus.ENQUEUED, NOW, null));
    assertThat(after.pushes()).isEqualTo(3);
    assertThat(after.trigger()).isEqualTo(new Trigger(Alarm.CHECK, NOW.plusSeconds(120)));
  }

  @Test
  void postponesTasksThatSeemToWaitTheirTurn() {
    mayPush = false;
    var task = task(TaskStatus.ENQUEUED, NOW, null);

    var after = ((AlarmDecision.WaitTurn) decide(task)).transition().applyTo(task);

    assertThat(after.pushes()).isEqualTo(3);
    assertThat(after.trigger()).isEqualTo(new Trigger(Alarm.CHECK, NOW.plusSeconds(120)));
  }

  @Test
  void postponesTasksOfUnpolledQueuesAsLongAsAllowed() {
    polled = false;
    var task = task(TaskStatus.ENQUEUED, NOW, null);

    var after = ((AlarmDecision.WaitTurn) decide(task)).transition().applyTo(task);

    assertThat(after.pushes()).isEqualTo(3);
    assertThat(after.trigger())
        .isEqualTo(new Trigger(Alarm.CHECK, TIMES.latestCheck(NOW, task.header().deadline())));
  }

  @Test
  void pushesRefusedTasksThoughTheQueueIsNotPolled() {
    polled = false;
    var refused = refused(task(TaskStatus.ENQUEUED, NOW, null), 3);

    assertThat(decide(refused)).isInstanceOf(AlarmDecision.PushAgain.class);
  }

  @Test
  void pushingARefusedTaskRestartsItsPushCount() {
    var refused = refused(task(TaskStatus.ENQUEUED, NOW, null), 3);

    var decision = (AlarmDecision.PushAgain) decide(refused);

    assertThat(decision.task().refusals()).isEqualTo(3);
    var after = decision.transition().applyTo(refused);
    assertThat(after.pushes()).isEqualTo(1);
    assertThat(after.trigger()).isEqualTo(new Trigger(Alarm.CHECK, NOW.plusSeconds(30)));
  }

  @Test
  void retriesRefusedTasksSoonWhenTheQueueIsFull() {
    mayPush = false;
    var refused = refused(task(TaskStatus.ENQUEUED, NOW, null), 1);

    var after = ((AlarmDecision.WaitForRoom) decide(refused)).transition().applyTo(refused);

    assertThat(after.pushes()).isEqualTo(-2);
    assertThat(Objects.requireNonNull(after.trigger()).at())
        .isBetween(NOW.plusSeconds(1), NOW.plusSeconds(4));
  }

  @Test
  void givesUpQueuedTasksAtTheirDeadline() {
    var decision = decide(task(TaskStatus.ENQUEUED, DEADLINE, null), DEADLINE);

    assertThat(decision).isInstanceOf(AlarmDecision.GiveUp.class);
  }

  @Test
  void pushesQueuedTasksAMillisecondBeforeTheirDeadline() {
    var decision = decide(task(TaskStatus.ENQUEUED, NOW, null), DEADLINE.minusMillis(1));

    assertThat(decision).isInstanceOf(AlarmDecision.PushAgain.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = TaskStatus.class,
      names = {"CLAIMED", "PROCESSING"})
  void aLeaseIsLeftAloneUntilAfterItsGrace(TaskStatus status) {
    var ends = NOW.minus(GRACE);

    assertThat(decide(task(status, NOW.minusSeconds(5), ends)))
        .isInstanceOf(AlarmDecision.CheckAgain.class);
    assertThat(decide(task(status, NOW, ends))).isEqualTo(new AlarmDecision.Ignore(Reason.NOT_YET));
    assertThat(decide(task(status, NOW, ends.minusMillis(1))))
        .isInstanceOf(AlarmDecision.Expire.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = TaskStatus.class,
      names = {"CLAIMED", "PROCESSING"})
  void theAlarmOfARunningTaskGoesToTheEndOfItsLease(TaskStatus status) {
    var task = task(status, NOW.minusSeconds(1), NOW.plusSeconds(10));

    var decision = (AlarmDecision.CheckAgain) decide(task);

    assertThat(decision.transition().applyTo(task).trigger())
        .isEqualTo(new Trigger(Alarm.CHECK, NOW.plusSeconds(10).plus(GRACE)));
  }

  @Test
  void anExpiryIsRefusedByAnyLaterLease() {
    var task = task(TaskStatus.PROCESSING, NOW, NOW.minusSeconds(10));
    var decision = (AlarmDecision.Expire) decide(task);

    var extended = task(TaskStatus.PROCESSING, NOW, NOW.plusSeconds(10));

    assertThat(decision.transition().failing(task)).isEmpty();
    assertThat(decision.transition().failing(extended)).isNotEmpty();
  }

  private static Association refused(Association task, int times) {
    var ref = new TaskRef(task.taskId(), task.epoch());
    return Transitions.pushFailed(ref, times, NOW).applyTo(task);
  }

  private AlarmDecision decide(Association task) {
    return decide(task, NOW);
  }

  private AlarmDecision decide(Association task, Instant now) {
    return AlarmDecision.of(
        task,
        new AlarmDecision.Facts(
            rig.lambda(),
            rig.gates.read(),
            TIMES,
            true,
            polled,
            mayPush,
            new WallTime(now, false),
            List.of()),
        new Random(1));
  }

  private static Association task(TaskStatus status, Instant alarm, @Nullable Instant leaseUntil) {
    var header =
        new TaskHeader(
            new TaskId("0".repeat(32)),
            ConsumerRig.LAMBDA,
            ConsumerRig.NORMAL,
            null,
            0,
            NOW,
            NOW,
            DEADLINE,
            null);
    var lease =
        leaseUntil == null ? null : new Lease(ConsumerRig.CLAIM, ConsumerRig.EXECUTOR, leaseUntil);
    return new Association(
        header,
        status,
        3,
        2,
        2,
        0,
        0,
        false,
        0,
        null,
        new Trigger(Alarm.CHECK, alarm),
        lease,
        null,
        null,
        null,
        Notes.NONE,
        TaskHistory.EMPTY,
        null);
  }
}
