package dev.atf.executor.core;

import dev.atf.executor.LeaseConfig;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.call.HscCalls;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.SetResultsRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Collections;
import java.util.List;

/**
 * Reports results to the HSC. Repeating a report is safe: the HSC compares attempt, claim and
 * outcome.
 */
public record ResultReport(ExecutorIdentity identity, LeaseConfig config, HscCalls hsc) {
  /**
   * Makes one call.
   *
   * @return an answer for each result, in their order. A refusal of the whole call leaves each of
   *     several results unknown, since any of them may be the cause
   */
  List<ReportAnswer> send(List<AttemptResult> results) {
    var request =
        SetResultsRequest.newBuilder()
            .setExecutorId(identity.executorId())
            .setLambda(identity.lambda())
            .addAllResults(results)
            .setReadsUnknown(true)
            .build();
    try {
      var response = hsc.setResults(request, config.callTimeout());
      if (response.getVerdictsCount() != results.size()) {
        var wrong = response.getVerdictsCount() + " verdicts for " + results.size();
        return all(
            results, new ReportAnswer.Unknown(Status.INTERNAL.withDescription(wrong), false));
      }
      return response.getVerdictsList().stream().map(ResultReport::answer).toList();
    } catch (StatusRuntimeException e) {
      return all(
          results,
          results.size() == 1 && isDefinite(e)
              ? new ReportAnswer.Definite(e.getStatus().getCode().name(), false)
              : new ReportAnswer.Unknown(e.getStatus(), isDefinite(e)));
    } catch (RuntimeException e) {
      // Thrown on this side of the call: the results are unknown, as when no answer came.
      return all(results, new ReportAnswer.Unknown(Status.fromThrowable(e), false));
    }
  }

  private static ReportAnswer answer(ResultVerdict verdict) {
    if (verdict.getVerdict() == ResultVerdict.Verdict.UNKNOWN) {
      return new ReportAnswer.Unknown(
          Status.UNAVAILABLE.withDescription("the store did not answer for this result"), false);
    }
    return new ReportAnswer.Definite(
        verdict.getVerdict().name(), verdict.getVerdict() == ResultVerdict.Verdict.RECORDED);
  }

  private static List<ReportAnswer> all(List<AttemptResult> results, ReportAnswer answer) {
    return Collections.nCopies(results.size(), answer);
  }

  /**
   * Returns whether the HSC itself refused the call: it gave a reason of the framework, or a status
   * that a transport never produces.
   */
  private static boolean isDefinite(StatusRuntimeException error) {
    var reason = RpcErrors.reasonOf(error);
    if (reason.isPresent()) {
      return !reason.get().retriable() && reason.get() != ErrorReason.INTERNAL;
    }
    return switch (error.getStatus().getCode()) {
      case INVALID_ARGUMENT,
          NOT_FOUND,
          ALREADY_EXISTS,
          PERMISSION_DENIED,
          FAILED_PRECONDITION,
          ABORTED,
          OUT_OF_RANGE,
          UNIMPLEMENTED,
          UNAUTHENTICATED ->
          true;
      case OK,
          CANCELLED,
          UNKNOWN,
          DEADLINE_EXCEEDED,
          RESOURCE_EXHAUSTED,
          INTERNAL,
          UNAVAILABLE,
          DATA_LOSS ->
          false;
    };
  }
}
