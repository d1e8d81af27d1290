package dev.atf.executor.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.executor.Outcome;
import dev.atf.executor.core.attempt.ReturnReason;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests attempts that run alone, so that their death has no other cause. */
final class StartAloneTest {
  private final List<String> ran = new ArrayList<>();
  private final Rig rig =
      new Rig(
          (payload, context) -> {
            ran.add(context.taskId());
            return Outcome.success();
          });

  @Test
  @Tag("F22")
  void theHandlerWaitsUntilTheOthersAreOverAndTheHscKnows() throws Exception {
    var other = rig.holds("other");
    var slot = rig.newSlot();
    rig.cluster.queue.add(alone("suspect"));

    slot.turn();
    assertThat(slot.turn()).isEqualTo(Slot.ALONE_CHECK_EVERY);
    assertThat(rig.cluster.heartbeats).isEmpty();
    rig.running.remove(other);
    rig.cluster.hscDown = true;
    assertThat(slot.turn()).isEqualTo(Slot.ALONE_CHECK_EVERY);
    assertThat(ran).isEmpty();
    rig.cluster.hscDown = false;
    slot.turn();

    assertThat(ran).containsExactly("suspect");
    assertThat(rig.cluster.heartbeats)
        .extracting(HeartbeatRequest::getAlone)
        .containsExactly("suspect");
  }

  @Test
  void nothingIsTakenInBesideIt() throws Exception {
    var slot = rig.newSlot();
    rig.cluster.queue.add(alone("suspect"));
    slot.turn();
    rig.cluster.queue.add(FakeCluster.work("next", Rig.LAMBDA, "{}"));

    assertThat(rig.slot.turn()).isEqualTo(Slot.ALONE_CHECK_EVERY);
    assertThat(rig.cluster.queue).hasSize(1);
    slot.turn();
    slot.turn();
    rig.slot.turn();

    assertThat(ran).containsExactly("suspect");
    assertThat(rig.running.all()).extracting(RunningAttempt::taskId).containsExactly("next");
  }

  @Test
  void itsAcknowledgementForgivesEarlierStrikes() throws Exception {
    rig.cluster.queue.add(alone("suspect"));
    rig.slot.turn();
    missHeartbeats(2);
    rig.cluster.lostResultReplies.set(1);
    rig.slot.turn(); // it is acknowledged and runs, and stays held for want of an answer

    missHeartbeats(2);
    assertThat(rig.terminator.reasons()).isEmpty();
    missHeartbeats(1);
    assertThat(rig.terminator.reasons()).hasSize(1);
  }

  @Test
  void workThatArrivesBesideItIsGivenBack() throws Exception {
    rig.running.add(attempt("suspect"));
    var refused = rig.running.add(new RunningAttempt(work("a"), 0));

    assertThat(refused).contains(ReturnReason.PROCESS_RESERVED);
  }

  @Test
  void aLostClaimIsNotRun() throws Exception {
    rig.cluster.queue.add(alone("suspect"));
    rig.slot.turn();
    rig.cluster.held.clear();

    rig.slot.turn();

    assertThat(ran).isEmpty();
    assertThat(rig.running.isReserved()).isFalse();
  }

  private void missHeartbeats(int count) throws Exception {
    rig.cluster.hscDown = true;
    for (int missed = 0; missed < count; missed++) {
      rig.clock.advance(Duration.ofSeconds(1));
      rig.heartbeat.turn();
    }
    rig.cluster.hscDown = false;
    rig.clock.advance(Duration.ofSeconds(1));
  }

  private static Work work(String taskId) {
    return FakeCluster.work(taskId, Rig.LAMBDA, "{}");
  }

  private static Work alone(String taskId) {
    return work(taskId).toBuilder().setAlone(true).build();
  }

  private static RunningAttempt attempt(String taskId) {
    return new RunningAttempt(alone(taskId), 0);
  }
}
