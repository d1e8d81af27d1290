package dev.atf.controller;

import static dev.atf.controller.ControllerRig.LAMBDA;
import static dev.atf.controller.ControllerRig.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.ExecutorId;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.protocol.v1.Work;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Deaths of executors that their host has seen (ADR 0048). */
final class DeathReportsTest {
  private static final ExecutorId EXECUTOR = new ExecutorId("host:1:nonce");
  private static final ExecutorEnd END =
      new ExecutorEnd(EXECUTOR, LAMBDA, "killed by signal 9 (SIGKILL)", "no memory", true);

  private final ControllerRig rig = new ControllerRig(ControllerRig.PATIENT);

  @AfterEach
  void close() {
    rig.close();
  }

  private List<Work> handedOut(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      rig.ready("high");
    }
    var work = rig.answer(rig.ask(10, LONG)).getWorkList();
    assertThat(work).hasSize(count);
    return work;
  }

  private List<AttemptResult> reported() {
    return rig.hsc.results.stream()
        .map(SetResultsRequest::getResultsList)
        .flatMap(List::stream)
        .toList();
  }

  private static AttemptRef ref(Work work) {
    return AttemptRef.newBuilder()
        .setTaskId(work.getTaskId())
        .setEpoch(work.getEpoch())
        .setClaimId(work.getClaimId())
        .build();
  }

  @Test
  @Tag("F1")
  void allThatTheExecutorStillHeldIsReportedOnce() throws Exception {
    var work = handedOut(3);
    var done = work.get(1);
    rig.answer(
        rig.ask(
            ControllerRig.request(1, Duration.ofMillis(10)).toBuilder()
                .addDone(done.getClaimId())
                .build()));

    rig.deathReports().add(END);
    rig.deathReports().turn();
    rig.deathReports().turn();

    assertThat(rig.hsc.results)
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request.getExecutorId()).isEqualTo(EXECUTOR.value());
              assertThat(request.getLambda()).isEqualTo(LAMBDA.value());
            });
    assertThat(reported())
        .extracting(AttemptResult::getAttemptRef)
        .containsExactlyInAnyOrder(ref(work.get(0)), ref(work.get(2)));
    assertThat(reported())
        .allSatisfy(
            result -> {
              assertThat(result.getAttempt()).isEqualTo(work.get(0).getAttempt());
              assertThat(result.getExecutorDied().getHow()).isEqualTo(END.how());
              assertThat(result.getExecutorDied().getDetails()).isEqualTo(END.details());
              assertThat(result.getExecutorDied().getDrained()).isTrue();
            });
  }

  @Test
  void aClaimThatWasUnderWayAtTheDeathIsReportedToo() throws Exception {
    rig.deathReports().add(END);
    rig.deathReports().turn();
    assertThat(rig.hsc.results).isEmpty();

    var work = handedOut(1);
    rig.deathReports().turn();

    assertThat(reported())
        .extracting(AttemptResult::getAttemptRef)
        .containsExactly(ref(work.get(0)));
  }

  @Test
  void aReportIsRepeatedUntilTheHscAnswers() throws Exception {
    handedOut(1);
    rig.hsc.stop();
    rig.deathReports().add(END);

    var pause = rig.deathReports().turn();
    rig.hsc.start();
    rig.deathReports().turn();

    assertThat(pause).isPositive();
    assertThat(reported()).hasSize(1);
  }

  @Test
  void nothingIsSaidOfOtherExecutors() throws Exception {
    handedOut(1);

    rig.deathReports()
        .add(new ExecutorEnd(new ExecutorId("host:2:other"), LAMBDA, "exit code 1", "", false));
    rig.deathReports().turn();

    assertThat(rig.hsc.results).isEmpty();
  }
}
