package dev.atf.frontend;

import static dev.atf.frontend.rpc.Replies.answer;

import dev.atf.frontend.bulk.BulkCalls;
import dev.atf.frontend.explain.TaskExplanation;
import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.frontend.schedule.BatchScheduler;
import dev.atf.frontend.schedule.Scheduler;
import dev.atf.frontend.task.Cancellation;
import dev.atf.frontend.task.LogReading;
import dev.atf.frontend.task.Rescheduling;
import dev.atf.frontend.task.Resubmission;
import dev.atf.frontend.task.TaskListing;
import dev.atf.frontend.task.TaskView;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.protocol.v1.CancelTaskRequest;
import dev.atf.protocol.v1.CancelTaskResponse;
import dev.atf.protocol.v1.CancelTasksRequest;
import dev.atf.protocol.v1.ChangeTasksResponse;
import dev.atf.protocol.v1.ExplainTaskRequest;
import dev.atf.protocol.v1.ExplainTaskResponse;
import dev.atf.protocol.v1.GetTaskLogRequest;
import dev.atf.protocol.v1.GetTaskLogResponse;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.KillAttemptRequest;
import dev.atf.protocol.v1.KillAttemptResponse;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.ListTasksResponse;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.protocol.v1.RedriveTasksResponse;
import dev.atf.protocol.v1.RescheduleTaskRequest;
import dev.atf.protocol.v1.RescheduleTasksRequest;
import dev.atf.protocol.v1.ResubmitTaskRequest;
import dev.atf.protocol.v1.ResubmitTasksRequest;
import dev.atf.protocol.v1.RunTaskNowRequest;
import dev.atf.protocol.v1.RunTasksNowRequest;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleBatchResponse;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.ScheduleResponse;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskServiceGrpc;
import dev.atf.validation.TaskStatusCodec;
import dev.atf.validation.Violations;
import dev.atf.validation.WellFormed;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;

/** Adapter of TaskService. Its methods may block. {@link ErrorMapping} maps their exceptions. */
final class TaskRpc extends TaskServiceGrpc.TaskServiceImplBase {
  private final LambdaCache lambdas;
  private final Scheduler scheduler;
  private final BatchScheduler batches;
  private final TaskView view;
  private final LogReading logs;
  private final TaskListing listing;
  private final Cancellation cancellation;
  private final Rescheduling rescheduling;
  private final Resubmission resubmission;
  private final BulkCalls bulk;
  private final TaskExplanation explanation;

  @Inject
  TaskRpc(
      LambdaCache lambdas,
      Scheduler scheduler,
      BatchScheduler batches,
      TaskView view,
      LogReading logs,
      TaskListing listing,
      Cancellation cancellation,
      Rescheduling rescheduling,
      Resubmission resubmission,
      BulkCalls bulk,
      TaskExplanation explanation) {
    this.lambdas = lambdas;
    this.scheduler = scheduler;
    this.batches = batches;
    this.view = view;
    this.logs = logs;
    this.listing = listing;
    this.cancellation = cancellation;
    this.rescheduling = rescheduling;
    this.resubmission = resubmission;
    this.bulk = bulk;
    this.explanation = explanation;
  }

  @Override
  public void schedule(ScheduleRequest request, StreamObserver<ScheduleResponse> reply) {
    answer(reply, scheduler.schedule(request));
  }

  @Override
  public void scheduleBatch(
      ScheduleBatchRequest request, StreamObserver<ScheduleBatchResponse> reply) {
    var results = batches.schedule(request);
    answer(reply, ScheduleBatchResponse.newBuilder().addAllResults(results).build());
  }

  @Override
  public void getTask(GetTaskRequest request, StreamObserver<Task> reply) {
    answer(reply, view.read(new TaskId(request.getTaskId())));
  }

  @Override
  public void listTasks(ListTasksRequest request, StreamObserver<ListTasksResponse> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    answer(reply, listing.list(request, lambda));
  }

  @Override
  public void cancelTask(CancelTaskRequest request, StreamObserver<CancelTaskResponse> reply) {
    var violations = new Violations();
    var taskId = violations.read(() -> new TaskId(request.getTaskId()));
    var reason = violations.parse(() -> WellFormed.require("reason", request.getReason()), "");
    violations.refuse();
    var task = cancellation.cancel(taskId.orElseThrow(), reason);
    answer(
        reply,
        CancelTaskResponse.newBuilder()
            .setStatus(TaskStatusCodec.proto(task.status()))
            .setCancelRequested(task.cancelRequested())
            .build());
  }

  @Override
  public void killAttempt(KillAttemptRequest request, StreamObserver<KillAttemptResponse> reply) {
    var task = cancellation.kill(request);
    answer(
        reply,
        KillAttemptResponse.newBuilder()
            .setStatus(TaskStatusCodec.proto(task.status()))
            .setEpoch(task.epoch())
            .setAttempt(task.attempt())
            .build());
  }

  @Override
  public void rescheduleTask(RescheduleTaskRequest request, StreamObserver<Task> reply) {
    answer(reply, view.read(rescheduling.reschedule(request)));
  }

  @Override
  public void runTaskNow(RunTaskNowRequest request, StreamObserver<Task> reply) {
    answer(reply, view.read(rescheduling.runNow(new TaskId(request.getTaskId()))));
  }

  @Override
  public void cancelTasks(CancelTasksRequest request, StreamObserver<ChangeTasksResponse> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    answer(reply, bulk.cancel(request, lambda));
  }

  @Override
  public void rescheduleTasks(
      RescheduleTasksRequest request, StreamObserver<ChangeTasksResponse> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    answer(reply, bulk.reschedule(request, lambda));
  }

  @Override
  public void runTasksNow(RunTasksNowRequest request, StreamObserver<ChangeTasksResponse> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    answer(reply, bulk.runNow(request, lambda));
  }

  @Override
  public void redriveTasks(
      RedriveTasksRequest request, StreamObserver<RedriveTasksResponse> reply) {
    var lambda = lambdas.requireOpen(new LambdaName(request.getLambda()));
    answer(reply, bulk.redrive(request, lambda));
  }

  @Override
  public void resubmitTask(ResubmitTaskRequest request, StreamObserver<ScheduleResponse> reply) {
    answer(reply, resubmission.resubmit(request));
  }

  @Override
  public void resubmitTasks(
      ResubmitTasksRequest request, StreamObserver<ChangeTasksResponse> reply) {
    var lambda = lambdas.requireOpen(new LambdaName(request.getLambda()));
    answer(reply, bulk.resubmit(request, lambda));
  }

  @Override
  public void getTaskLog(GetTaskLogRequest request, StreamObserver<GetTaskLogResponse> reply) {
    answer(reply, logs.read(request));
  }

  @Override
  public void explainTask(ExplainTaskRequest request, StreamObserver<ExplainTaskResponse> reply) {
    answer(reply, explanation.explain(new TaskId(request.getTaskId())));
  }
}
