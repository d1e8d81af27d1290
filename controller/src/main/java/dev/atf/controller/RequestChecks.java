package dev.atf.controller;

import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.ReturnWorkRequest;
import dev.atf.validation.Violations;
import java.time.Duration;

/** Checks requests. All violations of one request are reported together, as INVALID_ARGUMENT. */
final class RequestChecks {
  static final int TASKS_MAX = WaitingCall.TASKS_MAX;
  static final int RETURNED_MAX = 100;
  static final int DONE_MAX = 1_000;
  static final Duration WAIT_MAX = Duration.ofSeconds(30);

  private RequestChecks() {}

  static void check(NextWorkRequest request, ServedLambdas served) {
    var violations = new Violations();
    violations.read("", () -> new ExecutorId(request.getExecutorId()));
    serves(violations, request.getLambda(), served);
    if (request.getTasksMax() < 1 || request.getTasksMax() > TASKS_MAX) {
      violations.add("tasksMax", request.getTasksMax(), "1-" + TASKS_MAX);
    }
    if (request.getDoneCount() > DONE_MAX) {
      violations.add("done", request.getDoneCount() + " items", "at most " + DONE_MAX);
    }
    if (request.getFailedCount() > DONE_MAX) {
      violations.add("failed", request.getFailedCount() + " items", "at most " + DONE_MAX);
    }
    var wait = ProtoTimes.java(request.getWait());
    if (wait.isNegative() || wait.compareTo(WAIT_MAX) > 0) {
      violations.add("wait", wait.toSeconds() + "s", "0s to " + WAIT_MAX.toSeconds() + "s");
    }
    violations.refuse();
  }

  static void check(ReturnWorkRequest request, ServedLambdas served) {
    var violations = new Violations();
    violations.read("", () -> new ExecutorId(request.getExecutorId()));
    serves(violations, request.getLambda(), served);
    if (request.getWorkCount() > RETURNED_MAX) {
      violations.add("work", request.getWorkCount() + " items", "at most " + RETURNED_MAX);
    }
    if (request.getDoneCount() > DONE_MAX) {
      violations.add("done", request.getDoneCount() + " items", "at most " + DONE_MAX);
    }
    for (int i = 0; i < Math.min(request.getWorkCount(), RETURNED_MAX); i++) {
      var work = request.getWork(i);
      var path = "work[" + i + "].";
      violations.read(path, () -> new TaskId(work.getTaskId()));
      violations.read(path, () -> new ClaimId(work.getClaimId()));
      positive(violations, path + "epoch", work.getEpoch());
      positive(violations, path + "attempt", work.getAttempt());
    }
    violations.refuse();
  }

  private static void serves(Violations violations, String lambda, ServedLambdas served) {
    if (!served.mayServe(lambda)) {
      violations.add(
          "lambda",
          lambda,
          "one that this controller serves: " + served + "; see its setting lambdas");
    } else {
      violations.read("", () -> new LambdaName(lambda));
    }
  }

  private static void positive(Violations violations, String field, long value) {
    if (value < 1) {
      violations.add(field, value, "1 or more");
    }
  }
}
