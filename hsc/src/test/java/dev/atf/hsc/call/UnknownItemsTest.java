package dev.atf.hsc.call;

import static dev.atf.hsc.HscFixture.CLAIM;
import static dev.atf.hsc.HscFixture.EXECUTOR;
import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.OTHER_CLAIM;
import static dev.atf.hsc.HscFixture.success;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.hsc.HscFixture;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ClaimRefusal;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.ClaimVerdict;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.ResultVerdict.Verdict;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.store.testing.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls of several items for one of which the store does not answer. */
final class UnknownItemsTest {
  private final HscFixture hsc = new HscFixture();

  @AfterEach
  void close() {
    hsc.close();
  }

  @Test
  void oneUnknownResultDoesNotSpoilTheOthers() {
    var call = results(2);
    hsc.faults.failNext(Fault.UNAVAILABLE);

    assertThat(hsc.hsc.setResults(call).getVerdictsList())
        .extracting(ResultVerdict::getVerdict)
        .containsExactlyInAnyOrder(Verdict.RECORDED, Verdict.UNKNOWN);
    assertThat(hsc.hsc.setResults(call).getVerdictsList())
        .extracting(ResultVerdict::getVerdict)
        .containsOnly(Verdict.RECORDED);
  }

  @Test
  void oneUnknownClaimDoesNotSpoilTheOthers() {
    var call =
        ClaimTasksRequest.newBuilder()
            .setExecutorId(EXECUTOR.value())
            .setLambda(LAMBDA.value())
            .setReadsUnknown(true)
            .addTasks(HscFixture.claimTask(hsc.enqueued(), CLAIM))
            .addTasks(HscFixture.claimTask(hsc.enqueued(), OTHER_CLAIM))
            .build();
    hsc.faults.failNext(Fault.UNAVAILABLE);

    var verdicts = hsc.hsc.claimTasks(call).getVerdictsList();

    assertThat(verdicts).filteredOn(ClaimVerdict::hasClaimed).hasSize(1);
    assertThat(verdicts)
        .filteredOn(ClaimVerdict::hasRefused)
        .extracting(ClaimVerdict::getRefused)
        .allMatch(refusal -> refusal.getReason() == ClaimRefusal.Reason.UNKNOWN)
        .allMatch(ClaimRefusal::hasRetryAfter);
    assertThat(hsc.hsc.claimTasks(call).getVerdictsList()).allMatch(ClaimVerdict::hasClaimed);
  }

  @Test
  void aCallOfWhichNothingIsKnownFails() {
    var call = results(1);
    hsc.faults.failNext(Fault.UNAVAILABLE);

    assertThatThrownBy(() -> hsc.hsc.setResults(call))
        .satisfies(e -> assertThat(RpcErrors.reasonOf(e)).contains(ErrorReason.STORE_UNAVAILABLE));
  }

  private SetResultsRequest results(int count) {
    var call =
        SetResultsRequest.newBuilder()
            .setExecutorId(EXECUTOR.value())
            .setLambda(LAMBDA.value())
            .setReadsUnknown(true);
    for (int i = 0; i < count; i++) {
      call.addResults(success(hsc.claimed(), "{}"));
    }
    return call.build();
  }
}
