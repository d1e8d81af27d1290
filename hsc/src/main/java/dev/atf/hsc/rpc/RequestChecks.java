package dev.atf.hsc.rpc;

import dev.atf.hsc.call.ControllerId;
import dev.atf.hsc.claim.Claims;
import dev.atf.hsc.claim.Heartbeats;
import dev.atf.hsc.claim.Results;
import dev.atf.hsc.log.LogHandler;
import dev.atf.hsc.worker.DescribeCall;
import dev.atf.hsc.worker.WorkerNote;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.check.Limits;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.lambda.Capability;
import dev.atf.model.log.LogPart;
import dev.atf.model.resource.Resource;
import dev.atf.model.resource.TaskFiles;
import dev.atf.model.worker.PlaceReport;
import dev.atf.protocol.v1.AppendLogRequest;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.DescribeLambdasRequest;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.KeepOutputsRequest;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.protocol.v1.WorkerPresence;
import dev.atf.validation.FileRules;
import dev.atf.validation.Violations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks requests once, at the edge. The code behind it uses them without further checks.
 *
 * <p>All methods throw {@link dev.atf.model.check.InvalidFieldException} with every invalid field,
 * of as many items as a call may have. Notes are not checked: notes that cannot be stored are
 * dropped later, and do not fail the call.
 */
final class RequestChecks {
  private RequestChecks() {}

  static void check(ClaimTasksRequest request) {
    var fields = new Violations();
    fields.requireBetween("tasks", request.getTasksCount(), 1, Claims.TASKS_MAX);
    checkCaller(fields, request.getExecutorId(), request.getLambda());
    for (int i = 0; i < Math.min(request.getTasksCount(), Claims.TASKS_MAX); i++) {
      var task = request.getTasks(i);
      check(fields, "tasks[" + i + "].", task.getTaskId(), task.getEpoch(), task.getClaimId());
    }
    if (request.hasWorker()) {
      var unused = WorkerReportReader.place(fields, "worker.", request.getWorker());
    }
    fields.requireValid();
  }

  static void check(HeartbeatRequest request) {
    var fields = new Violations();
    fields.requireBetween("attempts", request.getAttemptsCount(), 0, Heartbeats.ATTEMPTS_MAX);
    checkCaller(fields, request.getExecutorId(), request.getLambda());
    boolean alone = request.getAlone().isEmpty();
    for (int i = 0; i < Math.min(request.getAttemptsCount(), Heartbeats.ATTEMPTS_MAX); i++) {
      var attempt = request.getAttempts(i);
      check(fields, "attempts[" + i + "].", attempt);
      alone |= attempt.getTaskId().equals(request.getAlone());
    }
    if (!alone) {
      fields.add("alone", request.getAlone(), "the task of one of the attempts, or nothing");
    }
    fields.requireValid();
  }

  static void check(SetResultsRequest request) {
    var fields = new Violations();
    fields.requireBetween("results", request.getResultsCount(), 1, Results.RESULTS_MAX);
    checkCaller(fields, request.getExecutorId(), request.getLambda());
    for (int i = 0; i < Math.min(request.getResultsCount(), Results.RESULTS_MAX); i++) {
      check(fields, "results[" + i + "].", request.getResults(i));
    }
    fields.requireValid();
  }

  private static void check(Violations fields, String path, AttemptResult result) {
    fields.requireBetween(path + "attempt", result.getAttempt(), 1, Integer.MAX_VALUE);
    check(fields, path + "attemptRef.", result.getAttemptRef());
    if (result.getOutcomeCase() == AttemptResult.OutcomeCase.OUTCOME_NOT_SET) {
      fields.add(
          path + "outcome",
          "",
          "one of success, retriableFailure, fatalFailure, cancelled, returned, executorDied, blocked");
    }
    if (result.hasBlocked()) {
      var blocked = result.getBlocked();
      var tester = blocked.getTester();
      var at = path + "blocked.";
      fields.requireBetween(
          at + "tester.data", tester.getData().size(), 0, Limits.TESTER_BYTES_MAX);
      var unusedName = fields.read(at, () -> new ConditionName(blocked.getCondition()));
      var unusedTester = fields.read(at + "tester.", () -> new LambdaName(tester.getLambda()));
    }
  }

  static void check(AppendLogRequest request) {
    var fields = new Violations();
    fields.requireBetween("part", request.getPart(), 1, LogHandler.PARTS_MAX);
    fields.requireBetween("text", request.getText().size(), 0, LogPart.BYTES_MAX);
    checkCaller(fields, request.getExecutorId(), request.getLambda());
    check(fields, "attemptRef.", request.getAttemptRef());
    fields.requireValid();
  }

  /** Returns the files of a valid request. */
  static List<Resource> outputs(KeepOutputsRequest request) {
    var fields = new Violations();
    var unused = fields.read(() -> new LambdaName(request.getLambda()));
    check(fields, "attemptRef.", request.getAttemptRef());
    fields.requireBetween("outputs", request.getOutputsCount(), 0, TaskFiles.OUTPUT_FILES_MAX);
    fields.refuse();
    var outputs = FileRules.resources(request.getOutputsList(), fields);
    fields.refuse();
    return outputs;
  }

  static DescribeCall describe(DescribeLambdasRequest request) {
    var fields = new Violations();
    fields.requireBetween("lambdas", request.getLambdasCount(), 1, DescribeCall.LAMBDAS_MAX);
    fields.requireBetween("workers", request.getWorkersCount(), 0, DescribeCall.LAMBDAS_MAX);
    var names = new ArrayList<LambdaName>();
    for (int i = 0; i < Math.min(request.getLambdasCount(), DescribeCall.LAMBDAS_MAX); i++) {
      var name = request.getLambdas(i);
      fields.read("lambdas[" + i + "].", () -> new LambdaName(name)).ifPresent(names::add);
    }
    var controller =
        request.getControllerId().isEmpty()
            ? Optional.<ControllerId>empty()
            : fields.read("", () -> new ControllerId(request.getControllerId()));
    fields.requireBetween("refusals", request.getRefusalsCount(), 0, DescribeCall.LAMBDAS_MAX);
    var workers = new ArrayList<DescribeCall.Presence>();
    for (int i = 0; i < Math.min(request.getWorkersCount(), DescribeCall.LAMBDAS_MAX); i++) {
      workers(fields, "workers[" + i + "].", request.getWorkers(i)).ifPresent(workers::add);
    }
    for (int i = 0; i < Math.min(request.getRefusalsCount(), DescribeCall.LAMBDAS_MAX); i++) {
      var refusals = request.getRefusals(i);
      var path = "refusals[" + i + "].";
      fields.requireBetween(path + "calls", refusals.getCalls(), 1, Long.MAX_VALUE);
      fields
          .read(path, () -> new LambdaName(refusals.getLambda()))
          .ifPresent(name -> workers.add(new DescribeCall.Refused(name, refusals.getCalls())));
    }
    var report =
        request.hasReport()
            ? WorkerReportReader.read(fields, request.getReport())
            : Optional.<PlaceReport>empty();
    fields.requireValid();
    return new DescribeCall(names, controller, workers, report);
  }

  private static Optional<DescribeCall.Workers> workers(
      Violations fields, String path, WorkerPresence presence) {
    fields.requireBetween(path + "waiting", presence.getWaiting(), 0, Integer.MAX_VALUE);
    fields.requireBetween(path + "handedOut", presence.getHandedOut(), 0, Long.MAX_VALUE);
    fields.requireBetween(path + "running", presence.getRunning(), 0, Integer.MAX_VALUE);
    fields.requireBetween(
        path + "missingNeeds", presence.getMissingNeedsCount(), 0, Capability.NEEDS_MAX);
    presence.getMissingNeedsList().stream()
        .filter(name -> !Capability.isName(name))
        .forEach(name -> fields.add(path + "missingNeeds", name, Capability.EXPECTED));
    var executors = presence.getExecutors();
    var below = path + "executors.";
    fields.requireBetween(below + "wanted", executors.getWanted(), 0, Integer.MAX_VALUE);
    fields.requireBetween(below + "ready", executors.getReady(), 0, Integer.MAX_VALUE);
    fields.requireBetween(below + "starting", executors.getStarting(), 0, Integer.MAX_VALUE);
    fields.requireBetween(below + "failing", executors.getFailing(), 0, Integer.MAX_VALUE);
    return fields
        .read(path, () -> new LambdaName(presence.getLambda()))
        .map(
            name ->
                new DescribeCall.Workers(
                    name, WorkerNote.of(presence), WorkerNote.state(presence)));
  }

  private static void checkCaller(Violations fields, String executorId, String lambda) {
    var unusedExecutor = fields.read("", () -> new ExecutorId(executorId));
    var unusedLambda = fields.read("", () -> new LambdaName(lambda));
  }

  private static void check(Violations fields, String path, AttemptRef ref) {
    check(fields, path, ref.getTaskId(), ref.getEpoch(), ref.getClaimId());
  }

  private static void check(
      Violations fields, String path, String taskId, long epoch, String claimId) {
    var unusedTask = fields.read(path, () -> new TaskId(taskId));
    var unusedClaim = fields.read(path, () -> new ClaimId(claimId));
    fields.requireBetween(path + "epoch", epoch, 1, Long.MAX_VALUE);
  }
}
