package dev.atf.executor.core.attempt;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import dev.atf.executor.FailureCode;
import dev.atf.executor.Outcome;
import dev.atf.executor.core.call.ResultLimits;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.Failure;

/** Encodes outcomes as results of the protocol, within its limits. */
record ResultEncoder(ObjectMapper json) {
  static final String JSON = "application/json";

  AttemptResult of(RunningAttempt attempt, Outcome outcome) {
    if (outcome instanceof Outcome.Success success) {
      return success.result() == null
          ? success(attempt, ByteString.EMPTY, "")
          : jsonSuccess(attempt, success.result());
    }
    if (outcome instanceof Outcome.BytesSuccess success) {
      return success(attempt, ByteString.copyFrom(success.result()), success.contentType());
    }
    if (outcome instanceof Outcome.RetriableFailure failure) {
      return retriable(attempt, failure);
    }
    if (outcome instanceof Outcome.Blocked blocked) {
      return blocked(attempt, blocked);
    }
    var failure = (Outcome.FatalFailure) outcome;
    return fatal(attempt, failure.code(), failure.message(), failure.details());
  }

  AttemptResult unreadable(RunningAttempt attempt, PayloadUnreadableException error) {
    return fatal(
        attempt, FailureCode.PAYLOAD_UNREADABLE.name(), String.valueOf(error.getMessage()), "");
  }

  AttemptResult threw(RunningAttempt attempt, Throwable error) {
    return retriable(
        attempt,
        new Outcome.RetriableFailure(
            FailureCode.HANDLER_THREW.name(), Thrown.line(error), Thrown.trace(error), null));
  }

  /** Returns the result of a handler that has returned null. */
  AttemptResult nothing(RunningAttempt attempt) {
    return retriable(
        attempt,
        new Outcome.RetriableFailure(
            FailureCode.HANDLER_THREW.name(),
            "the handler returned null (expected: an Outcome)",
            "",
            null));
  }

  /** Returns the result of an attempt that is returned and does not count. */
  AttemptResult drained(RunningAttempt attempt) {
    return begin(attempt)
        .setReturned(
            AttemptResult.Returned.newBuilder().setReason(FailureCode.EXECUTOR_DRAINED.name()))
        .build();
  }

  /**
   * Returns the result of a killed attempt.
   *
   * @param details description of how its handler ended
   */
  AttemptResult killed(RunningAttempt attempt, String details) {
    return retriable(
        attempt,
        new Outcome.RetriableFailure(
            FailureCode.KILLED.name(), "the attempt was killed on request", details, null));
  }

  AttemptResult overdue(RunningAttempt attempt) {
    return fatal(
        attempt,
        FailureCode.DEADLINE_EXCEEDED.name(),
        "its deadline passed while attempt " + attempt.work().getAttempt() + " ran",
        "");
  }

  AttemptResult cancelled(RunningAttempt attempt) {
    return begin(attempt).setCancelled(AttemptResult.Cancelled.getDefaultInstance()).build();
  }

  private AttemptResult jsonSuccess(RunningAttempt attempt, Object result) {
    try {
      return success(attempt, ByteString.copyFrom(json.writeValueAsBytes(result)), JSON);
    } catch (JsonProcessingException e) {
      return fatal(
          attempt,
          FailureCode.RESULT_UNWRITABLE.name(),
          "the result cannot be written as JSON: " + result.getClass().getName(),
          Thrown.trace(e));
    }
  }

  private AttemptResult success(RunningAttempt attempt, ByteString result, String contentType) {
    if (result.size() > ResultLimits.RESULT_BYTES_MAX) {
      return fatal(
          attempt,
          FailureCode.RESULT_TOO_LARGE.name(),
          "result: "
              + result.size()
              + " bytes (expected: at most "
              + ResultLimits.RESULT_BYTES_MAX
              + ")",
          "");
    }
    var success = AttemptResult.Success.newBuilder().setResult(result).setContentType(contentType);
    attempt.children().addTo(success);
    return begin(attempt).setSuccess(success).build();
  }

  private AttemptResult blocked(RunningAttempt attempt, Outcome.Blocked outcome) {
    var test = outcome.tester();
    var tester = AttemptResult.Tester.newBuilder().setLambda(test.lambda());
    if (test.payload() != null) {
      try {
        var payload = ByteString.copyFrom(json.writeValueAsBytes(test.payload()));
        if (payload.size() > ResultLimits.TESTER_BYTES_MAX) {
          return fatal(
              attempt,
              FailureCode.RESULT_TOO_LARGE.name(),
              "payload of the tester of %s: %d bytes (expected: at most %d)"
                  .formatted(outcome.condition(), payload.size(), ResultLimits.TESTER_BYTES_MAX),
              "");
        }
        tester.setData(payload).setContentType(JSON);
      } catch (JsonProcessingException e) {
        return fatal(
            attempt,
            FailureCode.RESULT_UNWRITABLE.name(),
            "the payload of the tester of " + outcome.condition() + " cannot be written as JSON",
            Thrown.trace(e));
      }
    }
    return begin(attempt)
        .setBlocked(
            AttemptResult.Blocked.newBuilder()
                .setCondition(outcome.condition())
                .setTester(tester)
                .setHoldLambda(outcome.holdsLambda())
                .setReason(ResultLimits.head(outcome.reason())))
        .build();
  }

  private static AttemptResult retriable(RunningAttempt attempt, Outcome.RetriableFailure outcome) {
    var failure =
        AttemptResult.RetriableFailure.newBuilder()
            .setFailure(failure(outcome.code(), outcome.message(), outcome.details(), true));
    var retryAfter = outcome.retryAfter();
    if (retryAfter != null && !retryAfter.isNegative()) {
      failure.setRetryAfter(ProtoTimes.proto(retryAfter));
    }
    return begin(attempt).setRetriableFailure(failure).build();
  }

  private static AttemptResult fatal(
      RunningAttempt attempt, String code, String message, String details) {
    return begin(attempt).setFatalFailure(failure(code, message, details, false)).build();
  }

  private static Failure failure(String code, String message, String details, boolean retriable) {
    return Failure.newBuilder()
        .setCode(ResultLimits.head(code))
        .setMessage(ResultLimits.head(message))
        .setDetails(ResultLimits.head(details, ResultLimits.DETAILS_CHARS_MAX))
        .setRetriable(retriable)
        .build();
  }

  private static AttemptResult.Builder begin(RunningAttempt attempt) {
    var result =
        AttemptResult.newBuilder()
            .setAttemptRef(attempt.ref())
            .setAttempt(attempt.work().getAttempt());
    attempt.notes().unacknowledged().ifPresent(result::setNotes);
    return result;
  }
}
