package dev.atf.model.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Lease;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests each guard with tasks on both sides of its boundary. */
final class GuardTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final Instant BEFORE = NOW.minusMillis(1);
  private static final Instant AFTER = NOW.plusMillis(1);
  private static final LambdaName LAMBDA = new LambdaName("resize-image");
  private static final ClaimId CLAIM = new ClaimId("c1a1c1a1c1a1c1a1");
  private static final TaskHeader HEADER =
      new TaskHeader(
          new TaskId("0123456789abcdef0123456789abcdef"),
          LAMBDA,
          new Priority("high"),
          null,
          0,
          NOW,
          NOW,
          NOW,
          null);
  private static final Association TASK = Association.scheduled(HEADER);
  private static final Association IN_NO_LIST = TASK.withTrigger(null);
  private static final Association LEASED = leased(NOW);

  @Test
  void identity() {
    var enqueued = TASK.withStatus(TaskStatus.ENQUEUED);
    holds(new Guard.StatusIn(Set.of(TaskStatus.ENQUEUED)), enqueued);
    fails(new Guard.StatusIn(Set.of(TaskStatus.ENQUEUED)), TASK);
    holds(new Guard.EpochIs(7), TASK.withEpoch(7));
    fails(new Guard.EpochIs(7), TASK.withEpoch(6), TASK.withEpoch(8));
    holds(new Guard.AttemptIs(3), TASK.withAttempt(3));
    fails(new Guard.AttemptIs(3), TASK.withAttempt(2), TASK.withAttempt(4));
    holds(new Guard.LambdaIs(LAMBDA), TASK);
    fails(new Guard.LambdaIs(new LambdaName("other")), TASK);
  }

  @Test
  void times() {
    holds(new Guard.ScheduledBy(NOW), TASK);
    holds(new Guard.ScheduledBy(AFTER), TASK);
    fails(new Guard.ScheduledBy(BEFORE), TASK);
    holds(new Guard.DeadlineAfter(BEFORE), TASK);
    fails(new Guard.DeadlineAfter(NOW), TASK);
    fails(new Guard.DeadlineAfter(AFTER), TASK);
  }

  @Test
  void requestToCancel() {
    var requested = TASK.withCancelRequested(true);
    holds(new Guard.CancelRequested(), requested);
    fails(new Guard.CancelRequested(), TASK);
    holds(new Guard.CancelNotRequested(), TASK);
    fails(new Guard.CancelNotRequested(), requested);
  }

  @Test
  void claimAndLease() {
    holds(new Guard.ClaimIs(CLAIM), LEASED);
    fails(new Guard.ClaimIs(new ClaimId("d1a1c1a1c1a1c1a1")), LEASED);
    fails(new Guard.ClaimIs(CLAIM), TASK);
    holds(new Guard.LeaseUntilIs(NOW), LEASED);
    fails(new Guard.LeaseUntilIs(NOW), leased(BEFORE), leased(AFTER), TASK);
    holds(new Guard.LeaseNotAfter(NOW), LEASED, leased(BEFORE));
    fails(new Guard.LeaseNotAfter(NOW), leased(AFTER), TASK);
  }

  @Test
  void notesOfAClaim() {
    var noted = new Change.SetNotesSequence(4).apply(LEASED);
    holds(new Guard.NotesBefore(5), noted);
    fails(new Guard.NotesBefore(4), noted, TASK);
    fails(new Guard.NotesBefore(3), noted);
  }

  @Test
  void alarm() {
    holds(new Guard.AlarmIsUnset(), IN_NO_LIST);
    fails(new Guard.AlarmIsUnset(), TASK);
    holds(new Guard.AlarmAtIs(NOW), ringing(NOW));
    fails(new Guard.AlarmAtIs(NOW), ringing(BEFORE), ringing(AFTER), IN_NO_LIST);
    holds(new Guard.AlarmNotAfter(NOW), ringing(NOW), ringing(BEFORE));
    fails(new Guard.AlarmNotAfter(NOW), ringing(AFTER), IN_NO_LIST);
  }

  @Test
  void outbox() {
    var settled = TASK.withOutcome(Outcome.success("d", Payload.EMPTY));
    var unsettled =
        TASK.withOutcome(
            Outcome.success("d", Payload.EMPTY).with(Notices.toCreate(List.of("audit"))));
    holds(new Guard.OutboxFull(), unsettled);
    fails(new Guard.OutboxFull(), settled, TASK);
    holds(new Guard.OutboxEmpty(), settled, TASK);
    fails(new Guard.OutboxEmpty(), unsettled);
  }

  @Test
  void noticeOfTheTaskItself() {
    var target = new NoticeTarget(LAMBDA, new Priority("high"), HEADER.taskId());
    var asks = TASK.withHeader(HEADER.withOnFinish(new OnFinish(target, EndStatuses.ALL)));
    holds(new Guard.OnFinishIs(true), asks);
    fails(new Guard.OnFinishIs(true), TASK);
    holds(new Guard.OnFinishIs(false), TASK);
    fails(new Guard.OnFinishIs(false), asks);
  }

  private static Association leased(Instant until) {
    return TASK.withLease(new Lease(CLAIM, new ExecutorId("host:1:a"), until));
  }

  private static Association ringing(Instant at) {
    return TASK.withTrigger(new Trigger(Alarm.CHECK, at));
  }

  private static void holds(Guard guard, Association... tasks) {
    assertThat(tasks).allSatisfy(task -> assertThat(guard.holds(task)).as("%s", guard).isTrue());
  }

  private static void fails(Guard guard, Association... tasks) {
    assertThat(tasks).allSatisfy(task -> assertThat(guard.holds(task)).as("%s", guard).isFalse());
  }
}
