package dev.atf.controller;

import com.google.rpc.BadRequest;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.FieldViolation;
import dev.atf.model.InvalidFieldException;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
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

/** Checks requests; all that is wrong with one is said at once, as INVALID_ARGUMENT. */
final class Requests {
  static final int TASKS_MAX = 10;
  static final int RETURNED_MAX = 100;
  static final Duration WAIT_MAX = Duration.ofSeconds(30);

  private final List<FieldViolation> violations = new ArrayList<>();

  private Requests() {}

  static void check(NextWorkRequest request, ServedLambdas served) {
    var checks = new Requests();
    checks.reads(request.getExecutorId(), ExecutorId::new);
    checks.serves(request.getLambda(), served);
    if (request.getTasksMax() < 1 || request.getTasksMax() > TASKS_MAX) {
      checks.violated("tasksMax", request.getTasksMax(), "1-" + TASKS_MAX);
    }
    var wait = ProtoTimes.java(request.getWait());
    if (wait.isNegative() || wait.compareTo(WAIT_MAX) > 0) {
      checks.violated("wait", wait.toSeconds() + "s", "0s to " + WAIT_MAX.toSeconds() + "s");
    }
    checks.end();
  }

  static void check(ReturnWorkRequest request, ServedLambdas served) {
    var checks = new Requests();
    checks.reads(request.getExecutorId(), ExecutorId::new);
    checks.serves(request.getLambda(), served);
    if (request.getWorkCount() > RETURNED_MAX) {
      checks.violated("work", request.getWorkCount() + " items", "at most " + RETURNED_MAX);
    }
    for (var work : request.getWorkList()) {
      checks.reads(work.getTaskId(), TaskId::new);
      checks.reads(work.getClaimId(), ClaimId::new);
    }
    checks.end();
  }

  static LambdaName lambda(NextWorkRequest request) {
    return new LambdaName(request.getLambda());
  }

  private void serves(String lambda, ServedLambdas served) {
    if (served.names().stream().noneMatch(name -> name.value().equals(lambda))) {
      violated("lambda", lambda, "one that is served here: " + served);
    }
  }

  private void reads(String value, Consumer<String> reading) {
    try {
      reading.accept(value);
    } catch (InvalidFieldException e) {
      violations.addAll(e.violations());
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
                        .setDescription(violation.toString())
                        .build())
            .toList());
  }
}
