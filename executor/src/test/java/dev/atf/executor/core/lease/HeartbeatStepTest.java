package dev.atf.executor.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.executor.Outcome;
import dev.atf.executor.core.FakeCluster;
import dev.atf.executor.core.Rig;
import dev.atf.executor.core.attempt.RunningAttempt;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class HeartbeatStepTest {
  private final Rig rig = new Rig((payload, context) -> Outcome.success());

  private static RunningAttempt expired(String taskId) {
    return new RunningAttempt(FakeCluster.work(taskId, Rig.LAMBDA, "{}", Duration.ZERO), 0);
  }

  @Test
  void nothingIsSentWhileNothingRuns() {
    var wait = rig.heartbeat.turn();

    assertThat(wait).isEqualTo(rig.lease.heartbeatInterval());
    assertThat(rig.cluster.heartbeats).isEmpty();
  }

  @Test
  void oneCallCarriesAllAttemptsOfTheProcess() throws Exception {
    rig.holds("a");
    rig.running.add(expired("b"));

    rig.heartbeat.turn();

    assertThat(rig.cluster.heartbeats).hasSize(1);
    assertThat(rig.cluster.heartbeats.get(0).getAttemptsList())
        .extracting(ref -> ref.getTaskId())
        .containsExactlyInAnyOrder("a", "b");
  }

  @Test
  @Tag("E8.3")
  void deadlineCountsFromTheSendingNotFromTheAnswer() throws Exception {
    var attempt = rig.holds("a");
    rig.clock.advance(Duration.ofSeconds(5));
    rig.cluster.duringCall = () -> rig.clock.advance(Duration.ofSeconds(2));

    var wait = rig.heartbeat.turn();

    assertThat(rig.left(attempt)).isEqualTo(Duration.ofSeconds(23));
    assertThat(wait).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  @Tag("F13")
  void threeStrikesEndAProcessThatHoldsWork() throws Exception {
    rig.holds("a");
    rig.cluster.hscDown = true;

    rig.heartbeat.turn();
    rig.heartbeat.turn();
    assertThat(rig.terminator.reasons()).isEmpty();
    rig.heartbeat.turn();

    assertThat(rig.terminator.reasons()).hasSize(1);
  }

  @Test
  @Tag("E8.2")
  void aLeaseThatIsNotExtendedKeepsItsDeadlineAndIsAskedForOnceMore() throws Exception {
    var extended = rig.holds("a");
    var unknown = rig.newSlotHolds("b");
    rig.cluster.notExtended.add("b");
    rig.clock.advance(Duration.ofSeconds(5));

    for (int turn = 0; turn < rig.lease.missedHeartbeatsMax(); turn++) {
      rig.heartbeat.turn();
    }

    assertThat(rig.left(extended)).isEqualTo(Duration.ofSeconds(25));
    assertThat(rig.left(unknown)).isEqualTo(Duration.ofSeconds(20));
    assertThat(rig.terminator.reasons()).isEmpty();
    assertThat(rig.cluster.heartbeats.get(1).getAttemptsList()).containsExactly(unknown.ref());
  }

  @Test
  @Tag("E8.2")
  void aLeaseThatIsNotExtendedUntilItsEndEndsTheProcess() throws Exception {
    rig.holds("a");
    rig.newSlotHolds("b");
    rig.cluster.notExtended.add("b");

    rig.clock.advance(Duration.ofSeconds(24));
    rig.heartbeat.turn();
    rig.watch.turn();
    assertThat(rig.terminator.reasons()).isEmpty();
    rig.clock.advance(Duration.ofSeconds(1));
    rig.watch.turn();

    assertThat(rig.terminator.reasons()).hasSize(1);
  }

  @Test
  void heartbeatsThatExtendNoLeaseAreStrikes() throws Exception {
    rig.holds("a");
    rig.cluster.notExtended.add("a");

    for (int turn = 0; turn < rig.lease.missedHeartbeatsMax(); turn++) {
      rig.heartbeat.turn();
    }

    assertThat(rig.terminator.reasons()).hasSize(1);
  }

  @Test
  @Tag("E8.1")
  void anAnswerForgivesEarlierStrikes() throws Exception {
    rig.holds("a");
    rig.cluster.hscDown = true;
    rig.heartbeat.turn();
    rig.heartbeat.turn();
    rig.cluster.hscDown = false;
    rig.heartbeat.turn();
    rig.cluster.hscDown = true;

    rig.heartbeat.turn();
    rig.heartbeat.turn();

    assertThat(rig.terminator.reasons()).isEmpty();
  }

  @Test
  void anIdleProcessOutlivesTheLossOfTheHsc() throws Exception {
    var attempt = rig.holds("a");
    rig.cluster.hscDown = true;
    rig.heartbeat.turn();
    rig.heartbeat.turn();
    rig.running.remove(attempt);

    for (int turn = 0; turn < 10; turn++) {
      rig.heartbeat.turn();
    }
    rig.running.add(expired("b"));
    rig.heartbeat.turn();

    assertThat(rig.terminator.reasons()).isEmpty();
  }

  @Test
  void aFailedHeartbeatDoesNotMoveTheDeadline() throws Exception {
    var attempt = rig.holds("a");
    var before = attempt.deadline();
    rig.cluster.hscDown = true;
    rig.clock.advance(Duration.ofSeconds(5));

    rig.heartbeat.turn();

    assertThat(attempt.deadline()).isEqualTo(before);
  }

  @Test
  void aLostAttemptIsNotExtendedAndNotSentAgain() throws Exception {
    var attempt = rig.holds("a");
    assertThat(attempt.enter()).isTrue();
    var before = attempt.deadline();
    rig.cluster.held.clear();
    rig.clock.advance(Duration.ofSeconds(5));

    rig.heartbeat.turn();
    rig.heartbeat.turn();

    assertThat(attempt.isLost()).isTrue();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(attempt.deadline()).isEqualTo(before);
    assertThat(rig.cluster.heartbeats).hasSize(1);
  }

  @Test
  void aLostAttemptWhoseHandlerIsOverIsForgotten() throws Exception {
    rig.holds("a");
    rig.cluster.held.clear();

    rig.heartbeat.turn();

    assertThat(rig.running.all()).isEmpty();
  }

  @Test
  void aCancelRequestInterruptsTheHandlerOnceAndKeepsTheLease() throws Exception {
    var attempt = rig.holds("a");
    assertThat(attempt.enter()).isTrue();
    rig.cluster.cancelRequested.add("a");
    rig.clock.advance(Duration.ofSeconds(5));

    rig.heartbeat.turn();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(rig.left(attempt)).isEqualTo(Duration.ofSeconds(25));
    rig.heartbeat.turn();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void killRequestInterruptsTheHandlerOnceAndKeepsTheLease() throws Exception {
    var attempt = rig.holds("a");
    assertThat(attempt.enter()).isTrue();
    rig.cluster.killRequested.add("a");
    rig.clock.advance(Duration.ofSeconds(5));

    rig.heartbeat.turn();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(attempt.isKilled()).isTrue();
    assertThat(attempt.isCancelRequested()).isFalse();
    assertThat(rig.left(attempt)).isEqualTo(Duration.ofSeconds(25));
    rig.heartbeat.turn();
    assertThat(Thread.interrupted()).isFalse();
  }
}
