package dev.atf.hsc.claim;

import static dev.atf.hsc.HscFixture.NOON;
import static dev.atf.hsc.HscFixture.died;
import static dev.atf.hsc.HscFixture.retriable;
import static dev.atf.hsc.HscFixture.success;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.hsc.HscFixture;
import dev.atf.model.Failure;
import dev.atf.model.TaskRef;
import dev.atf.model.task.ClientTransitions;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.ResultVerdict.Verdict;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.store.TransitionResult;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reports that meet a request to kill their attempt. */
final class KilledAttemptReportTest {
  private static final HscFixture hsc = new HscFixture();

  @BeforeEach
  void reset() {
    hsc.reset();
  }

  @AfterAll
  static void close() {
    hsc.close();
  }

  @Test
  void killedAttemptIsAFailureThatNamesWhoWantedIt() {
    var ref = hsc.claimed();
    hsc.apply(ClientTransitions.requestKill(ref, NOON, "by alice: stuck"));

    assertRecorded(hsc.report(retriable(ref, "KILLED")), TaskStatus.RETRIABLE_FAILURE);
    var failure = failureOf(ref);
    assertThat(failure.code()).isEqualTo("KILLED");
    assertThat(failure.message()).isEqualTo("by alice: stuck");
    assertThat(failure.retriable()).isTrue();
    assertThat(hsc.task(ref).attempt()).isEqualTo(1);
    assertThat(hsc.task(ref).isToBeKilled()).isFalse();
    assertRecorded(hsc.report(retriable(ref, "KILLED")), TaskStatus.RETRIABLE_FAILURE);
  }

  @Test
  void killRequestThatComesAfterTheResultIsRefused() {
    var ref = hsc.claimed();
    hsc.report(retriable(ref, "TIMEOUT"));

    assertThat(hsc.store.apply(ClientTransitions.requestKill(ref, NOON, "by alice")))
        .isInstanceOf(TransitionResult.Refused.class);
    assertThat(failureOf(ref).code()).isEqualTo("TIMEOUT");
  }

  @Test
  @Tag("F34")
  void resultThatComesInSpiteOfAKillRequestStands() {
    var succeeded = hsc.claimed();
    var failed = hsc.claimed();
    hsc.apply(ClientTransitions.requestKill(succeeded, NOON, "by alice"));
    hsc.apply(ClientTransitions.requestKill(failed, NOON, "by alice"));

    assertRecorded(hsc.report(success(succeeded, "{}")), TaskStatus.SUCCESS);
    assertRecorded(hsc.report(retriable(failed, "TIMEOUT")), TaskStatus.RETRIABLE_FAILURE);
    assertThat(failureOf(failed).code()).isEqualTo("TIMEOUT");
  }

  @Test
  @Tag("F34")
  void cancelRequestWinsOverAKillRequest() {
    var ref = hsc.claimed();
    hsc.apply(ClientTransitions.requestKill(ref, NOON, "by alice"));
    hsc.apply(ClientTransitions.requestCancel(ref.taskId(), NOON, ""));

    assertRecorded(hsc.report(retriable(ref, "KILLED")), TaskStatus.CANCELLED);
  }

  @Test
  void killThatNobodyWantedIsTheHandlersOwnFailure() {
    var ref = hsc.claimed();

    hsc.report(retriable(ref, "KILLED"));

    assertThat(failureOf(ref).message()).doesNotStartWith("by ");
  }

  @Test
  void processThatEndsAfterAKillRequestIsThatKillAndCountsAsNoDeath() {
    var ref = hsc.claimed();
    hsc.apply(ClientTransitions.requestKill(ref, NOON, "by alice: stuck"));

    hsc.report(died(ref, "exit code 71"));

    assertThat(failureOf(ref).code()).isEqualTo("KILLED");
    assertThat(failureOf(ref).message()).startsWith("by alice: stuck; executor ");
    assertThat(hsc.task(ref).status()).isEqualTo(dev.atf.model.TaskStatus.RETRIABLE_FAILURE);
    assertThat(hsc.task(ref).deaths()).isZero();
  }

  private static Failure failureOf(TaskRef ref) {
    return Objects.requireNonNull(Objects.requireNonNull(hsc.task(ref).outcome()).failure());
  }

  private static void assertRecorded(ResultVerdict verdict, TaskStatus status) {
    assertThat(verdict.getVerdict()).isEqualTo(Verdict.RECORDED);
    assertThat(verdict.getStatus()).isEqualTo(status);
  }
}
