package dev.atf.model.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.Failure;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Transitions that watchers receive for a write. */
final class TaskTransitionTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final LambdaName LAMBDA = new LambdaName("resize");
  private static final TaskHeader HEADER =
      new TaskHeader(
          new TaskId("0123456789abcdef0123456789abcdef"),
          LAMBDA,
          new Priority("high"),
          null,
          0,
          NOW,
          NOW,
          NOW.plusSeconds(3600),
          null);
  private static final Attempt ATTEMPT =
      new Attempt(new TaskRef(HEADER.taskId(), 1), new ClaimId("c1a1c1a1c1a1c1a1c1a1c1a1c1a1c1a1"));
  private static final Association CREATED =
      Association.scheduledExpress(HEADER, NOW, NOW.plusSeconds(20));
  private static final Association CLAIMED =
      Transitions.claim(ATTEMPT, LAMBDA, new ExecutorId("e"), NOW.plusMillis(5), NOW.plus(LEASE))
          .applyTo(CREATED);

  @Test
  void aBirthHasNoStatusBefore() {
    var told = TaskTransition.between(null, CREATED).orElseThrow();

    assertThat(told.from()).isNull();
    assertThat(told.to()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(told.event()).isEqualTo(TaskEvent.SCHEDULE_EXPRESS);
    assertThat(told.at()).isEqualTo(NOW);
    assertThat(told.attempt()).isZero();
  }

  @Test
  void takesTimeAndAttemptFromTheHistoryEntry() {
    var told = TaskTransition.between(CREATED, CLAIMED).orElseThrow();

    assertThat(told)
        .isEqualTo(
            new TaskTransition(
                HEADER,
                TaskEvent.CLAIM,
                NOW.plusMillis(5),
                TaskStatus.ENQUEUED,
                TaskStatus.CLAIMED,
                1,
                "by e"));
  }

  @Test
  void theFirstHeartbeatIsToldWithTheTimeAtWhichItCameAndTheNextOnesAreNot() {
    var first = heartbeat(CLAIMED, NOW.plusSeconds(7));
    var second = heartbeat(first, NOW.plusSeconds(14));

    var told = TaskTransition.between(CLAIMED, first).orElseThrow();

    assertThat(told.to()).isEqualTo(TaskStatus.PROCESSING);
    assertThat(told.at()).isEqualTo(NOW.plusSeconds(7).plusMillis(5));
    assertThat(TaskTransition.between(first, second)).isEmpty();
  }

  @Test
  void workThatIsHandedBackIsToldOfTheAttemptThatItWas() {
    var outcome = Outcome.failure("d", new Failure("RETURNED", "", "", true));
    var back =
        Transitions.returnWork(ATTEMPT, LAMBDA, outcome, NOW, NOW, "DRAINING").applyTo(CLAIMED);

    var told = TaskTransition.between(CLAIMED, back).orElseThrow();

    assertThat(back.attempt()).isZero();
    assertThat(told.attempt()).isEqualTo(1);
    assertThat(told.detail()).isEqualTo("DRAINING");
  }

  @Test
  void aRequestToStopIsToldThoughTheStatusStays() {
    var asked = ClientTransitions.requestCancel(HEADER.taskId(), NOW, "enough").applyTo(CLAIMED);

    var told = TaskTransition.between(CLAIMED, asked).orElseThrow();

    assertThat(told.event()).isEqualTo(TaskEvent.REQUEST_CANCEL);
    assertThat(told.from()).isEqualTo(told.to()).isEqualTo(TaskStatus.CLAIMED);
    assertThat(told.attempt()).isEqualTo(1);
  }

  @Test
  void anExpiryIsReportedWithTheAttemptThatItEnded() {
    var ended = new EndedLease(CLAIMED.ref(), NOW.plus(LEASE), 4, 0);
    var failed = Outcome.failure("", new Failure("LEASE_EXPIRED", "", "", true));
    var expired = ExpiryTransitions.expire(ended, failed, NOW, NOW).applyTo(CLAIMED);

    assertThat(TaskTransition.between(CLAIMED, expired).orElseThrow().attempt()).isEqualTo(4);
  }

  @Test
  void ofTwoRecordedChangesTheLaterIsReported() {
    var asked =
        ClientTransitions.requestCancel(HEADER.taskId(), NOW.plusMillis(6), "").applyTo(CLAIMED);
    var askedEarlier =
        ClientTransitions.requestCancel(HEADER.taskId(), NOW.plusMillis(4), "").applyTo(CLAIMED);

    assertThat(TaskTransition.between(CREATED, asked).orElseThrow().event())
        .isEqualTo(TaskEvent.REQUEST_CANCEL);
    assertThat(TaskTransition.between(CREATED, askedEarlier).orElseThrow().event())
        .isEqualTo(TaskEvent.CLAIM);
  }

  @Test
  void killIsOfOneEpochAndKeepsItsReason() {
    var ref = CLAIMED.ref();
    var asked = ClientTransitions.requestKill(ref, NOW, "by alice: stuck").applyTo(CLAIMED);

    var told = TaskTransition.between(CLAIMED, asked).orElseThrow();

    assertThat(told.event()).isEqualTo(TaskEvent.REQUEST_KILL);
    assertThat(CLAIMED.isToBeKilled()).isFalse();
    assertThat(asked.isToBeKilled()).isTrue();
    assertThat(asked.killReason()).isEqualTo("by alice: stuck");
    assertThat(asked.withEpoch(ref.epoch() + 1).isToBeKilled()).isFalse();
    assertThat(asked.withStatus(TaskStatus.RETRIABLE_FAILURE).isToBeKilled()).isFalse();
  }

  private static Association heartbeat(Association task, Instant at) {
    var lease = Objects.requireNonNull(CLAIMED.lease()).until();
    var ahead = Duration.between(Objects.requireNonNull(CLAIMED.startedAt()), lease);
    return Transitions.heartbeat(
            ATTEMPT, LAMBDA, at.plus(ahead).plusMillis(5), Notes.NONE, 0, false)
        .applyTo(task);
  }
}
