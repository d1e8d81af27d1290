package dev.atf.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ClaimRefusal;
import dev.atf.protocol.v1.ReturnWorkRequest;
import dev.atf.protocol.v1.WorkerAnswer;
import dev.atf.protocol.v1.WorkerAnswer.Health;
import dev.atf.protocol.v1.WorkerAnswer.Order;
import dev.atf.protocol.v1.WorkerReport;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Orders of the HSC to a worker host, and its reports. */
final class HostOrdersTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  private final ControllerRig rig = new ControllerRig(ControllerRig.PATIENT);

  @AfterEach
  void close() {
    rig.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"WAIT", "DRAIN", "EXIT", "RESTART"})
  void hostWithAnOrderHandsNothingOutAndHidesNothing(Order order) throws Exception {
    answerReports(Health.HEALTHY, order);
    rig.ready("high");

    var response = rig.answer(rig.ask(1, Duration.ofMillis(500)));

    assertThat(response.getWorkList()).isEmpty();
    assertThat(rig.hsc.claims).isEmpty();
    assertThat(rig.queue.depth(ControllerRig.queueOf("high"))).isEqualTo(1);
  }

  @Test
  void hostThatIsDrainedNoMoreWorksAgain() throws Exception {
    answerReports(Health.HEALTHY, Order.DRAIN);
    var ref = rig.ready("high");
    var call = rig.ask(1, LONG);
    rig.time.pass(Duration.ofMillis(300));
    assertThat(call.isDone()).isFalse();

    answerReports(Health.HEALTHY, Order.NONE);

    assertThat(rig.answer(call).getWork(0).getTaskId()).isEqualTo(ref.taskId().value());
  }

  @Test
  void hostIsDrainedWhenTheLastOfWhatItHandedOutHasEnded() throws Exception {
    answerReports(Health.HEALTHY, Order.NONE);
    rig.ready("high");
    var claim = rig.answer(rig.ask(1, LONG)).getWork(0).getClaimId();

    answerReports(Health.HEALTHY, Order.DRAIN);
    assertThat(latest().getDrained()).isFalse();
    assertThat(latest().getLambdas(0).getRunning()).isEqualTo(1);

    var ignored =
        rig.ask(
            ControllerRig.request(1, Duration.ofMillis(500)).toBuilder().addDone(claim).build());
    rig.time.passUntil(() -> latest().getDrained());
    assertThat(latest().getLambdas(0).getRunning()).isZero();

    answerReports(Health.HEALTHY, Order.NONE);
    rig.time.passUntil(() -> !latest().getDrained());
  }

  /** An executor that ends makes no NextWork call any more. */
  @Test
  void hostIsDrainedWhenItsLastExecutorHasDrained() throws Exception {
    answerReports(Health.HEALTHY, Order.NONE);
    rig.ready("high");
    var claim = rig.answer(rig.ask(1, LONG)).getWork(0).getClaimId();
    answerReports(Health.HEALTHY, Order.DRAIN);
    assertThat(latest().getDrained()).isFalse();

    var ignored =
        rig.answer(
            rig.stub()
                .returnWork(
                    ReturnWorkRequest.newBuilder()
                        .setExecutorId("host:1:nonce")
                        .setLambda(ControllerRig.LAMBDA.value())
                        .addDone(claim)
                        .build()));

    rig.time.passUntil(() -> latest().getDrained());
  }

  @Test
  void messagesOfAHostThatIsGoneAreSeenByOthersAtOnce() throws Exception {
    var ref = rig.newRef();
    rig.hsc.refusals.put(
        ref.taskId().value(),
        ClaimRefusal.newBuilder().setReason(ClaimRefusal.Reason.WORKER_GONE).build());
    rig.hsc.enqueue(ref);
    rig.push("high", ref);

    var response = rig.answer(rig.ask(1, LONG));

    // In this test the same host receives it again, because it got no order to exit.
    assertThat(response.getWork(0).getTaskId()).isEqualTo(ref.taskId().value());
    assertThat(rig.hsc.claimedAt).hasSize(2);
    assertThat(Duration.ofNanos(rig.hsc.claimedAt.get(1) - rig.hsc.claimedAt.get(0)))
        .isLessThan(Duration.ofSeconds(1));
    assertThat(rig.hsc.claims.get(0).getWorker().getInstance()).isNotEmpty();
  }

  @Test
  void reportsNameTheHostItsLambdasAndThatItLeaves() {
    rig.time.passUntil(() -> reports().stream().anyMatch(WorkerReport::getAcknowledged));
    var first = reports().get(0);

    assertThat(first.getAcknowledged()).isFalse();
    assertThat(first.getNamed()).isFalse();
    assertThat(first.getWorker().getPlace()).isNotEmpty();
    assertThat(reports().stream().map(WorkerReport::getWorker).distinct()).hasSize(1);
    assertThat(first.getLambdasList())
        .extracting(work -> work.getLambda())
        .contains(ControllerRig.LAMBDA.value());
    rig.drain();
    assertThat(reports().get(reports().size() - 1).getLeaving()).isTrue();
  }

  private List<WorkerReport> reports() {
    return rig.hsc.descriptions.stream()
        .filter(request -> request.hasReport())
        .map(request -> request.getReport())
        .toList();
  }

  private WorkerReport latest() {
    var all = reports();
    return all.get(all.size() - 1);
  }

  /** Changes the answer to reports, and lets time pass until the controller has it. */
  private void answerReports(Health health, Order order) {
    rig.hsc.worker =
        WorkerAnswer.newBuilder()
            .setHealth(health)
            .setOrder(order)
            .setUnhealthyAfter(ProtoTimes.proto(Duration.ofMinutes(5)))
            .build();
    int before = rig.hsc.descriptions.size();
    rig.time.passUntil(() -> rig.hsc.descriptions.size() > before + 1);
  }
}
