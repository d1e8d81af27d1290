package dev.atf.hsc.call;

import static dev.atf.hsc.HscFixture.CLAIM;
import static dev.atf.hsc.HscFixture.EXECUTOR;
import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.OTHER_CLAIM;
import static dev.atf.hsc.HscFixture.success;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.hsc.HscFixture;
import dev.atf.model.TaskId;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ClaimRefusal;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.ClaimVerdict;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.ResultVerdict.Verdict;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.store.testing.Fault;
import dev.atf.store.testing.StoreWrite;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests calls with several items when the store does not answer for one of them. */
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
    var call = twoClaims();
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

  @ParameterizedTest
  @EnumSource(names = {"REPLY_LOST", "REQUEST_LOST"})
  void aClaimThatMayBeWrittenFailsTheCallWhoseRepetitionFindsIt(Fault fault) {
    var call = twoClaims();
    var last = StoreWrite.of(new TaskId(call.getTasks(1).getTaskId()));
    var isFirst = new AtomicBoolean(true);
    hsc.faults.failIf(last.and(write -> isFirst.getAndSet(false)), fault);
    hsc.faults.failIf(last, Fault.UNAVAILABLE);

    assertThatThrownBy(() -> hsc.hsc.claimTasks(call))
        .satisfies(e -> assertThat(RpcErrors.reasonOf(e)).contains(ErrorReason.STORE_UNAVAILABLE));
    hsc.faults.reset();
    assertThat(hsc.hsc.claimTasks(call).getVerdictsList()).allMatch(ClaimVerdict::hasClaimed);
  }

  @Test
  void aCallOfWhichNothingIsKnownFails() {
    var call = results(1);
    hsc.faults.failNext(Fault.UNAVAILABLE);

    assertThatThrownBy(() -> hsc.hsc.setResults(call))
        .satisfies(e -> assertThat(RpcErrors.reasonOf(e)).contains(ErrorReason.STORE_UNAVAILABLE));
  }

  private ClaimTasksRequest twoClaims() {
    return ClaimTasksRequest.newBuilder()
        .setExecutorId(EXECUTOR.value())
        .setLambda(LAMBDA.value())
        .setReadsUnknown(true)
        .addTasks(HscFixture.claimTask(hsc.enqueued(), CLAIM))
        .addTasks(HscFixture.claimTask(hsc.enqueued(), OTHER_CLAIM))
        .build();
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
