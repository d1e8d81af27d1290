package dev.atf.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.protocol.v1.EndsElsewhere;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.Work;
import dev.atf.protocol.v1.WorkerAnswer;
import dev.atf.protocol.v1.WorkerLambda;
import dev.atf.protocol.v1.WorkerReport;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests health checks of executors that fail, and attempts that fail only on this host. */
final class HostFailuresTest {
  private static final Duration SHORT = Duration.ofMillis(500);
  private static final String NO_DISK = "no disk";

  private final ControllerRig rig = new ControllerRig(ControllerRig.PATIENT);

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void anExecutorWhoseCheckFailsIsGivenNothingAndItsWaitingCallsAreAnswered() throws Exception {
    var waiting = rig.ask(1, ControllerRig.LONG);

    assertThat(failing().getWorkList()).isEmpty();

    assertThat(rig.answer(waiting).getWorkList()).isEmpty();
    rig.ready("high");
    assertThat(failing().getWorkList()).isEmpty();
    assertThat(rig.hsc.claims).isEmpty();
  }

  @Test
  void theHscIsToldOfAFailingCheckAndOfItsEnd() throws Exception {
    failing();
    rig.time.passUntil(() -> reported().getUnhealthy().equals(NO_DISK));
    var report = latest();
    assertThat(report.getFailingCheck()).isEqualTo(NO_DISK);
    assertThat(report.getChecked()).as("none has ever passed").isFalse();

    var unused = rig.answer(rig.ask(1, SHORT));

    rig.time.passUntil(() -> reported().getUnhealthy().isEmpty());
    assertThat(latest().getFailingCheck()).isEmpty();
    assertThat(latest().getChecked()).isTrue();
  }

  @Test
  void oneOfTwoExecutorsWhoseCheckFailsIsNotTheHost() throws Exception {
    var unused = rig.answer(rig.ask(1, SHORT));
    var other =
        ControllerRig.request(1, Duration.ZERO).toBuilder()
            .setExecutorId("host:2:other")
            .setFailingCheck(NO_DISK)
            .build();
    unused = rig.answer(rig.ask(other));

    int before = rig.hsc.descriptions.size();
    rig.time.passUntil(() -> rig.hsc.descriptions.size() > before + 1);

    assertThat(reported().getUnhealthy()).isEmpty();
    assertThat(latest().getFailingCheck()).isEmpty();
  }

  @Test
  void aHostThatFailsWhatSucceedsElsewhereLeavesItToOthers() throws Exception {
    rig.hsc.worker = elsewhere(2, 100, 1);
    for (int i = 0; i < 30; i++) {
      rig.ready("high");
    }
    var first = rig.answer(rig.ask(20, SHORT));
    assertThat(first.getWorkCount()).as("a trial").isEqualTo(10);

    var next = rig.ask(allFailed(first));
    rig.time.passUntil(() -> reported().getUnhealthy().contains("1 of 100 on other hosts"));

    assertThat(rig.answer(next).getWorkList()).isEmpty();
    assertThat(reported().getEnded()).isEqualTo(10);
    assertThat(reported().getFailed()).isEqualTo(10);
    var queue = ControllerRig.queueOf("high");
    rig.time.passUntil(() -> rig.queue.depth(queue) == 20);
    assertThat(rig.hsc.claims.stream().mapToInt(call -> call.getTasksCount()).sum()).isEqualTo(10);
  }

  @Test
  void aHostThatFailsWhatFailsElsewhereGoesOn() throws Exception {
    rig.hsc.worker = elsewhere(2, 100, 90);
    for (int i = 0; i < 20; i++) {
      rig.ready("high");
    }
    var first = rig.answer(rig.ask(20, SHORT));

    var next = rig.answer(rig.ask(allFailed(first)));

    assertThat(next.getWorkCount()).isPositive();
  }

  private NextWorkResponse failing() throws Exception {
    return rig.answer(
        rig.ask(
            ControllerRig.request(1, Duration.ZERO).toBuilder().setFailingCheck(NO_DISK).build()));
  }

  private static NextWorkRequest allFailed(NextWorkResponse response) {
    List<String> claims = response.getWorkList().stream().map(Work::getClaimId).toList();
    return ControllerRig.request(20, ControllerRig.LONG).toBuilder()
        .addAllDone(claims)
        .addAllFailed(claims)
        .build();
  }

  private static WorkerAnswer elsewhere(int hosts, int ended, int failed) {
    return WorkerAnswer.newBuilder()
        .setHealth(WorkerAnswer.Health.HEALTHY)
        .addElsewhere(
            EndsElsewhere.newBuilder()
                .setLambda(ControllerRig.LAMBDA.value())
                .setHosts(hosts)
                .setEnded(ended)
                .setFailed(failed))
        .build();
  }

  private WorkerReport latest() {
    return rig.hsc.descriptions.get(rig.hsc.descriptions.size() - 1).getReport();
  }

  private WorkerLambda reported() {
    return latest().getLambdasList().stream()
        .filter(work -> work.getLambda().equals(ControllerRig.LAMBDA.value()))
        .findFirst()
        .orElseThrow();
  }
}
