package dev.atf.controller;

import com.google.rpc.BadRequest;
import dev.atf.controller.buffer.ServedLambdas;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.check.FieldViolation;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.ReturnWorkRequest;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Checks requests; all violations of one are reported at once, as INVALID_ARGUMENT. */
final class RequestChecks {
  static final int TASKS_MAX = 10;
  static final int RETURNED_MAX = 100;
  static final int DONE_MAX = 1_000;
  static final Duration WAIT_MAX = Duration.ofSeconds(30);

  private final List<FieldViolation> violations = new ArrayList<>();

  private RequestChecks() {}

  static void check(NextWorkRequest request, ServedLambdas served) {
    var checks = new RequestChecks();
    checks.reads("", request.getExecutorId(), ExecutorId::new);
    checks.serves(request.getLambda(), served);
    if (request.getTasksMax() < 1 || request.getTasksMax() > TASKS_MAX) {
      checks.violated("tasksMax", request.getTasksMax(), "1-" + TASKS_MAX);
    }
    if (request.getDoneCount() > DONE_MAX) {
      checks.violated("done", request.getDoneCount() + " items", "at most " + DONE_MAX);
    }
    var wait = ProtoTimes.java(request.getWait());
    if (wait.isNegative() || wait.compareTo(WAIT_MAX) > 0) {
      checks.violated("wait", wait.toSeconds() + "s", "0s to " + WAIT_MAX.toSeconds() + "s");
    }
    checks.end();
  }

  static void check(ReturnWorkRequest request, ServedLambdas served) {
    var checks = new RequestChecks();
    checks.reads("", request.getExecutorId(), ExecutorId::new);
    checks.serves(request.getLambda(), served);
    if (request.getWorkCount() > RETURNED_MAX) {
      checks.violated("work", request.getWorkCount() + " items", "at most " + RETURNED_MAX);
    }
    for (int i = 0; i < Math.min(request.getWorkCount(), RETURNED_MAX); i++) {
      var work = request.getWork(i);
      var path = "work[" + i + "].";
      checks.reads(path, work.getTaskId(), TaskId::new);
      checks.reads(path, work.getClaimId(), ClaimId::new);
      checks.positive(path + "epoch", work.getEpoch());
      checks.positive(path + "attempt", work.getAttempt());
    }
    checks.end();
  }

  static LambdaName lambda(NextWorkRequest request) {
    return new LambdaName(request.getLambda());
  }

  private void serves(String lambda, ServedLambdas served) {
    if (!served.mayServe(lambda)) {
      violated(
          "lambda",
          lambda,
          "one that this controller serves: " + served + "; its setting lambdas says which");
    } else {
      reads("", lambda, LambdaName::new);
    }
  }

  /**
   * @param path of the message that holds the value; the model adds the field
   */
  private void reads(String path, String value, Consumer<String> reading) {
    try {
      reading.accept(value);
    } catch (InvalidFieldException e) {
      for (var found : e.violations()) {
        violated(path + found.field(), value, found.expected());
      }
    }
  }

  private void positive(String field, long value) {
    if (value < 1) {
      violated(field, value, "1 or more");
    }
  }

  private void violated(String field, Object value, String expected) {
    violations.add(new FieldViolation(field, String.valueOf(value), expected));
  }

  private void end() {
    if (!violations.isEmpty()) {
      throw refusal(violations);
    }
  }

  private static StatusRuntimeException refusal(List<FieldViolation> violations) {
    var message = new InvalidFieldException(violations).getMessage();
    return RpcErrors.ofFields(
        ErrorReason.FIELD_INVALID,
        String.valueOf(message),
        violations.stream()
            .map(
                violation ->
                    BadRequest.FieldViolation.newBuilder()
                        .setField(violation.field())
                        .setDescription(
                            violation.value() + " (expected: " + violation.expected() + ")")
                        .setReason(ErrorReason.FIELD_INVALID.name())
                        .build())
            .toList());
  }
}
