package dev.atf.executor.core;

import dev.atf.executor.LeaseConfig;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.SetResultsRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

/** Reports one result once. Repeating it is safe: the HSC knows attempt, claim and outcome. */
@Singleton
public final class ResultReport {
  private final ExecutorIdentity identity;
  private final LeaseConfig config;
  private final HscCalls hsc;

  @Inject
  public ResultReport(ExecutorIdentity identity, LeaseConfig config, HscCalls hsc) {
    this.identity = identity;
    this.config = config;
    this.hsc = hsc;
  }

  public ReportAnswer send(AttemptResult result) {
    var request =
        SetResultsRequest.newBuilder()
            .setExecutorId(identity.executorId())
            .setLambda(identity.lambda())
            .addResults(result)
            .build();
    try {
      var response = hsc.setResults(request, config.callTimeout());
      if (response.getVerdictsCount() != 1) {
        return new ReportAnswer.Unknown(
            Status.INTERNAL.withDescription(response.getVerdictsCount() + " verdicts for 1"));
      }
      var verdict = response.getVerdicts(0).getVerdict();
      return new ReportAnswer.Definite(verdict.name(), verdict == ResultVerdict.Verdict.RECORDED);
    } catch (StatusRuntimeException e) {
      return isDefinite(e)
          ? new ReportAnswer.Definite(e.getStatus().getCode().name(), false)
          : new ReportAnswer.Unknown(e.getStatus());
    } catch (RuntimeException e) {
      // Thrown on this side of the call: nothing is known of the result, as when no answer came.
      return new ReportAnswer.Unknown(Status.fromThrowable(e));
    }
  }

  /** Our own reasons say it themselves; of bare statuses, those that a transport never makes up. */
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
