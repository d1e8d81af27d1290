package dev.atf.hsc.claim;

import static dev.atf.hsc.HscFixture.CLAIM;
import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.NOON;
import static dev.atf.hsc.HscFixture.OTHER_CLAIM;
import static dev.atf.hsc.HscFixture.OTHER_EXECUTOR;
import static dev.atf.hsc.HscFixture.died;
import static dev.atf.hsc.HscFixture.success;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.hsc.HscFixture;
import dev.atf.model.Failure;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.TaskEvent;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.ResultVerdict.Verdict;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.store.RunningPermits.Scope;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A death that the executor's host reports (ADR 0048). */
final class ExecutorDiedTest {
  private static final String KILLED = "killed by signal 9 (SIGKILL)";

  private final HscFixture hsc = new HscFixture(HscFixture.DEFINITION.withMaxRunning(1));

  @AfterEach
  void close() {
    new Thread(hsc::close, "close-hsc").start();
  }

  @Test
  @Tag("F1")
  void theAttemptFailsAtOnceAndIsTriedAgainByTheRetryPolicy() {
    var ref = hsc.claimed();
    var result = died(ref, KILLED);
    result.getExecutorDiedBuilder().setDetails("java.lang.OutOfMemoryError");

    assertThat(hsc.report(result).getVerdict()).isEqualTo(Verdict.RECORDED);

    var task = hsc.task(ref);
    assertThat(task.status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);
    assertThat(Objects.requireNonNull(task.trigger()).at())
        .isBefore(NOON.plus(Duration.ofSeconds(2)));
    assertThat(task.deaths()).isEqualTo(1);
    assertThat(failure(task))
        .isEqualTo(
            new Failure(
                "EXECUTOR_DIED",
                "executor host-1:42:a1: killed by signal 9 (SIGKILL)",
                "java.lang.OutOfMemoryError",
                true));
  }

  @Test
  void theHistorySaysHowItDied() {
    hsc.define(HscFixture.DEFINITION.withHistory(LambdaDefinition.History.ALL));
    var ref = hsc.claimed();

    hsc.report(died(ref, KILLED));

    assertThat(hsc.task(ref).history().entries())
        .filteredOn(entry -> entry.event() == TaskEvent.FAIL_RETRIABLY)
        .extracting(HistoryEntry::detail)
        .containsExactly("EXECUTOR_DIED: executor host-1:42:a1: " + KILLED);
  }

  @Test
  void itsPlaceIsFree() {
    var ref = hsc.claimed();
    var waiting = hsc.enqueued();

    hsc.report(died(ref, KILLED));

    assertThat(hsc.claim(waiting, OTHER_CLAIM, OTHER_EXECUTOR).hasClaimed()).isTrue();
  }

  @Test
  void aHostTellsOfItsOwnExecutorsAlone() {
    var ref = hsc.claimed();

    assertThat(reportAs(OTHER_EXECUTOR.value(), ref).getVerdict()).isEqualTo(Verdict.LEASE_LOST);

    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.CLAIMED);
    assertThat(hsc.permits.held(Scope.of(LAMBDA))).hasSize(1);
  }

  @Test
  void doesNotOverwriteTheExecutorsOwnResult() {
    var ref = hsc.claimed();
    hsc.report(success(ref, "{}"));

    assertThat(hsc.report(died(ref, KILLED)).getVerdict()).isEqualTo(Verdict.RESULT_CONFLICT);

    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.SUCCESS);
  }

  @Test
  void repeatedOrLateReportsChangeNothing() {
    var ref = hsc.claimed();
    hsc.report(died(ref, KILLED));
    assertThat(hsc.report(died(ref, KILLED)).getVerdict()).isEqualTo(Verdict.RECORDED);
    hsc.clock.advance(Duration.ofSeconds(2));
    var next = hsc.releasedAgain(ref);
    hsc.claim(next, OTHER_CLAIM, OTHER_EXECUTOR);

    assertThat(hsc.report(died(ref, KILLED)).getVerdict()).isEqualTo(Verdict.LEASE_LOST);

    assertThat(hsc.task(next).status()).isEqualTo(TaskStatus.CLAIMED);
    assertThat(hsc.task(next).deaths()).isEqualTo(1);
  }

  @Test
  void theThirdDeathInARowAloneEndsTheTask() {
    var ref = hsc.claimed();
    for (int death = 1; death <= 2; death++) {
      hsc.report(died(ref, KILLED).setAttempt(death));
      hsc.clock.advance(Duration.ofMinutes(1));
      ref = hsc.releasedAgain(ref);
      hsc.claim(ref);
    }
    assertThat(hsc.task(ref).runsAlone()).isTrue();
    hsc.hsc.heartbeat(HscFixture.beat(CLAIM, ref).setAlone(ref.taskId().value()).build());

    hsc.report(died(ref, KILLED).setAttempt(3));

    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(failure(hsc.task(ref)).code()).isEqualTo("QUARANTINED");
    assertThat(failure(hsc.task(ref)).message()).contains("3 times in a row");
  }

  private ResultVerdict reportAs(String executor, TaskRef ref) {
    return hsc.hsc
        .setResults(
            SetResultsRequest.newBuilder()
                .setExecutorId(executor)
                .setLambda(LAMBDA.value())
                .addResults(died(ref, KILLED))
                .build())
        .getVerdicts(0);
  }

  private static Failure failure(Association task) {
    return Objects.requireNonNull(Objects.requireNonNull(task.outcome()).failure());
  }
}
