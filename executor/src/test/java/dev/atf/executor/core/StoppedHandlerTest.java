package dev.atf.executor.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.executor.Outcome;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.AttemptResult.OutcomeCase;
import dev.atf.protocol.v1.Work;
import org.junit.jupiter.api.Test;

/**
 * Tests handlers that are asked to stop: by a lost claim, a cancel request, a kill, or the drain.
 */
final class StoppedHandlerTest {
  private final Work work = FakeCluster.work("a", Rig.LAMBDA, "{}");

  @Test
  void aHandlerWhoseClaimIsLostIsInterruptedAndNothingIsReported() throws Exception {
    var rigs = new Rig[1];
    var rig =
        new Rig(
            (payload, context) -> {
              rigs[0].cluster.held.clear();
              rigs[0].heartbeat.turn();
              assertThat(context.isCancelled()).isTrue();
              new java.util.concurrent.CountDownLatch(1).await();
              return Outcome.success();
            });
    rigs[0] = rig;
    rig.holds("a");

    rig.slot.turn();

    assertThat(rig.running.all()).isEmpty();
    assertThat(rig.cluster.resultCalls).hasValue(0);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void aHandlerThatStopsForACancelRequestIsReportedAsCancelled() throws Exception {
    var rigs = new Rig[1];
    var rig =
        new Rig(
            (payload, context) -> {
              rigs[0].cluster.cancelRequested.add("a");
              rigs[0].heartbeat.turn();
              context.throwIfCancelled();
              return Outcome.success();
            });
    rigs[0] = rig;
    rig.holds("a");

    rig.slot.turn();
    rig.slot.turn();

    assertThat(rig.recorded(work).orElseThrow().getOutcomeCase()).isEqualTo(OutcomeCase.CANCELLED);
  }

  @Test
  void aHandlerThatFinishesInSpiteOfACancelRequestHasSucceeded() throws Exception {
    var rigs = new Rig[1];
    var rig =
        new Rig(
            (payload, context) -> {
              rigs[0].cluster.cancelRequested.add("a");
              rigs[0].heartbeat.turn();
              return Outcome.success("done");
            });
    rigs[0] = rig;
    rig.holds("a");

    rig.slot.turn();
    rig.slot.turn();

    assertThat(rig.recorded(work).orElseThrow().getOutcomeCase()).isEqualTo(OutcomeCase.SUCCESS);
  }

  @Test
  void handlerThatStopsForAKillHasFailedAsKilledWithItsStack() throws Exception {
    var rigs = new Rig[1];
    var rig =
        new Rig(
            (payload, context) -> {
              rigs[0].cluster.killRequested.add("a");
              rigs[0].heartbeat.turn();
              assertThat(context.isCancelled()).isTrue();
              new java.util.concurrent.CountDownLatch(1).await();
              return Outcome.success();
            });
    rigs[0] = rig;
    rig.holds("a");

    rig.slot.turn();
    rig.slot.turn();

    var failure = rig.recorded(work).orElseThrow().getRetriableFailure().getFailure();
    assertThat(failure.getCode()).isEqualTo("KILLED");
    assertThat(failure.getRetriable()).isTrue();
    assertThat(failure.getDetails()).contains("InterruptedException", "StoppedHandlerTest");
  }

  @Test
  void handlerThatAnswersAKillWithARetriableFailureHasFailedAsKilled() throws Exception {
    var result = killedWith(Outcome.retriable("STOPPED", "on request"));

    var failure = result.getRetriableFailure().getFailure();
    assertThat(failure.getCode()).isEqualTo("KILLED");
    assertThat(failure.getDetails()).isEqualTo("STOPPED: on request");
  }

  @Test
  void handlerThatEndsItsTaskInSpiteOfAKillHasEndedIt() throws Exception {
    assertThat(killedWith(Outcome.success("done")).getOutcomeCase()).isEqualTo(OutcomeCase.SUCCESS);
    assertThat(killedWith(Outcome.fatal("BROKEN", "for good")).getFatalFailure().getCode())
        .isEqualTo("BROKEN");
  }

  private AttemptResult killedWith(Outcome outcome) throws Exception {
    var rigs = new Rig[1];
    var rig =
        new Rig(
            (payload, context) -> {
              rigs[0].cluster.killRequested.add("a");
              rigs[0].heartbeat.turn();
              return outcome;
            });
    rigs[0] = rig;
    rig.holds("a");
    rig.slot.turn();
    rig.slot.turn();
    return rig.recorded(work).orElseThrow();
  }

  @Test
  void handlerThatIsKilledAndCancelledIsReportedAsCancelled() throws Exception {
    var rigs = new Rig[1];
    var rig =
        new Rig(
            (payload, context) -> {
              rigs[0].cluster.killRequested.add("a");
              rigs[0].heartbeat.turn();
              rigs[0].cluster.cancelRequested.add("a");
              rigs[0].heartbeat.turn();
              context.throwIfCancelled();
              return Outcome.success();
            });
    rigs[0] = rig;
    rig.holds("a");

    rig.slot.turn();
    rig.slot.turn();

    assertThat(rig.recorded(work).orElseThrow().getOutcomeCase()).isEqualTo(OutcomeCase.CANCELLED);
  }

  @Test
  void attemptThatIsKilledBeforeItsHandlerStartsHasFailedAsKilled() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success());
    rig.holds("a").kill();

    rig.slot.turn();
    rig.slot.turn();

    assertThat(rig.recorded(work).orElseThrow().getRetriableFailure().getFailure().getCode())
        .isEqualTo("KILLED");
  }

  @Test
  void aHandlerThatIsStoppedByTheDrainCanBeTriedElsewhere() throws Exception {
    var rigs = new Rig[1];
    var rig =
        new Rig(
            (payload, context) -> {
              rigs[0].running.all().forEach(RunningAttempt::drain);
              new java.util.concurrent.CountDownLatch(1).await();
              return Outcome.success();
            });
    rigs[0] = rig;
    rig.holds("a");

    rig.slot.turn();
    rig.slot.turn();

    var result = rig.recorded(work).orElseThrow();
    assertThat(result.getReturned().getReason()).isEqualTo("EXECUTOR_DRAINED");
  }
}
