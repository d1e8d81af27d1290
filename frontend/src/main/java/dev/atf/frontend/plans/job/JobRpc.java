package dev.atf.frontend.plans.job;

import static dev.atf.frontend.rpc.Replies.answer;

import dev.atf.access.AccessControl;
import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.frontend.plans.PlanRows;
import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.frontend.task.TaskListing;
import dev.atf.model.LambdaName;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.task.TaskEntity;
import dev.atf.plans.job.JobContents;
import dev.atf.plans.job.JobEntities;
import dev.atf.plans.job.JobOperation;
import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.JobGraph;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.Action;
import dev.atf.protocol.v1.CancelJobRequest;
import dev.atf.protocol.v1.ExplainJobRequest;
import dev.atf.protocol.v1.ExplainJobResponse;
import dev.atf.protocol.v1.GetJobRequest;
import dev.atf.protocol.v1.HoldJobRequest;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.JobServiceGrpc;
import dev.atf.protocol.v1.ListJobsRequest;
import dev.atf.protocol.v1.ListJobsResponse;
import dev.atf.protocol.v1.PatchInputRequest;
import dev.atf.protocol.v1.RetryJobRequest;
import dev.atf.protocol.v1.SkipStepRequest;
import dev.atf.protocol.v1.SubmitJobRequest;
import dev.atf.protocol.v1.SubmitJobResponse;
import dev.atf.store.TaskEntities;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.JobSteps;
import dev.atf.store.plans.Plans;
import dev.atf.validation.Violations;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Calls of JobService; {@link ErrorMapping} maps their exceptions. If an operator and the
 * supervisor write a job at the same time, only one write succeeds.
 */
public final class JobRpc extends JobServiceGrpc.JobServiceImplBase {
  private static final String LIVE = "live";
  private static final String REST = "rest";

  /** A page ends with its list, which has the live jobs of one shard, or all jobs at rest. */
  private static final int LISTS_READ_MAX = 1;

  private static final int PATCH_CHARS = 16;

  private final LambdaCache lambdas;
  private final JobSubmitter submitter;
  private final PlanRows rows;
  private final Plans plans;
  private final TaskEntities entities;
  private final AccessControl access;
  private final JobExplanation explanation;
  private final InstantSource clock;

  @Inject
  JobRpc(
      LambdaCache lambdas,
      JobSubmitter submitter,
      PlanRows rows,
      Plans plans,
      TaskEntities entities,
      AccessControl access,
      JobExplanation explanation,
      InstantSource clock) {
    this.lambdas = lambdas;
    this.submitter = submitter;
    this.rows = rows;
    this.plans = plans;
    this.entities = entities;
    this.access = access;
    this.explanation = explanation;
    this.clock = clock;
  }

  @Override
  public void submitJob(SubmitJobRequest request, StreamObserver<SubmitJobResponse> reply) {
    answer(reply, submitter.submit(request));
  }

  @Override
  public void getJob(GetJobRequest request, StreamObserver<Job> reply) {
    var plan = require(request.getLambda(), request.getJob());
    var row = JobCodec.read(plan);
    answer(reply, JobView.full(plan, row, graph(plan, row)));
  }

  @Override
  public void explainJob(ExplainJobRequest request, StreamObserver<ExplainJobResponse> reply) {
    var plan = require(request.getLambda(), request.getJob());
    answer(reply, explanation.explain(plan, now()));
  }

  @Override
  public void listJobs(ListJobsRequest request, StreamObserver<ListJobsResponse> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    var violations = new Violations();
    var state = violations.parse(() -> listed(request.getState()), LIVE);
    int pageSize = violations.parse(() -> TaskListing.pageSize(request.getPageSize()), 1);
    violations.refuse();
    var page =
        rows.list(
            state.equals(REST)
                ? List.of(PlanList.resting(lambda.name(), PlanKind.JOB))
                : PlanList.live(lambda, PlanKind.JOB),
            LISTS_READ_MAX,
            List.of(request.getLambda(), "jobs/" + state),
            request.getPageToken(),
            pageSize);
    var response = ListJobsResponse.newBuilder().setNextPageToken(page.nextToken());
    page.rows().stream().map(JobView::brief).forEach(response::addJobs);
    answer(reply, response.build());
  }

  private static String listed(String state) {
    return switch (state) {
      case "", LIVE -> LIVE;
      case REST -> REST;
      default -> throw new InvalidFieldException("state", state, "live or rest");
    };
  }

  @Override
  public void cancelJob(CancelJobRequest request, StreamObserver<Job> reply) {
    var job = require(request.getLambda(), request.getJob());
    answer(
        reply,
        change(job, (graph, row) -> JobOperation.cancel(row.state(), request.getCompensate())));
  }

  @Override
  public void holdJob(HoldJobRequest request, StreamObserver<Job> reply) {
    var job = require(request.getLambda(), request.getJob());
    answer(
        reply, change(job, (graph, row) -> JobOperation.pause(row.state(), !request.getResume())));
  }

  @Override
  public void retryJob(RetryJobRequest request, StreamObserver<Job> reply) {
    var job = require(request.getLambda(), request.getJob());
    var from = request.getFromStep();
    answer(
        reply,
        change(
            job,
            (graph, row) -> {
              requireLambdas(graph);
              return from.isEmpty()
                  ? JobOperation.retry(graph, row.state())
                  : JobOperation.retryFrom(graph, row.state(), place(graph, "fromStep", from));
            }));
  }

  /**
   * Refuses a job with a lambda that takes no tasks. A lambda of a job that has ended may have been
   * deleted; a live job keeps its lambdas.
   *
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND, LAMBDA_CLOSING
   */
  private void requireLambdas(JobGraph graph) {
    graph.definition().steps().stream()
        .flatMap(StepDefinition::lambdas)
        .distinct()
        .forEach(lambdas::requireOpen);
  }

  @Override
  public void skipStep(SkipStepRequest request, StreamObserver<Job> reply) {
    var job = require(request.getLambda(), request.getJob());
    answer(
        reply,
        change(
            job,
            (graph, row) ->
                JobOperation.skip(graph, row.state(), place(graph, "step", request.getStep()))));
  }

  /** Stores a new input for a step, and then lets the job's row assign the input to the step. */
  @Override
  public void patchInput(PatchInputRequest request, StreamObserver<Job> reply) {
    var job = require(request.getLambda(), request.getJob());
    var steps = graph(job, JobCodec.read(job));
    int place = place(steps, "step", request.getStep());
    var patch = store(request, job, place, steps.step(place).work().lambda());
    answer(
        reply, change(job, (graph, row) -> JobOperation.patch(graph, row.state(), place, patch)));
  }

  /**
   * Stores the input of a step, and returns its name.
   *
   * @param name lambda of the step
   * @throws StatusRuntimeException ACTION_NOT_ALLOWED, or the violations of the request
   */
  private String store(PatchInputRequest request, Plan job, int place, LambdaName name) {
    if (!access.allows(Action.SCHEDULE, name.value())) {
      throw RpcErrors.of(
          ErrorReason.ACTION_NOT_ALLOWED, "scheduling tasks of the step's lambda, " + name);
    }
    var lambda = lambdas.requireOpen(name);
    var payload = JobValidation.payload(request, lambda);
    // The name is derived from the content, so that an equal patch finds the same entity.
    var patch = JobEntities.fingerprint(payload).substring(0, PATCH_CHARS);
    var id = JobContents.payload(job.id(), place, patch);
    Optional<TaskEntity> unused =
        entities.putIfAbsent(JobEntities.of(id, lambda, payload, job.createdAt()));
    return patch;
  }

  /**
   * Returns the index of the step that a request names.
   *
   * @param field field of the request
   */
  private static int place(JobGraph graph, String field, String step) {
    var violations = new Violations();
    var place = graph.place(step);
    if (place.isEmpty()) {
      violations.add(field, step, "the name of a step of this job");
    }
    violations.refuse();
    return place.orElseThrow();
  }

  /**
   * Returns the row of a job.
   *
   * @throws StatusRuntimeException JOB_NOT_FOUND
   */
  private Plan require(String lambda, String job) {
    var name = new LambdaName(lambda);
    return rows.require(
        JobDefinition.idOf(name, job),
        ErrorReason.JOB_NOT_FOUND,
        "lambda %s has no job %s".formatted(name, job));
  }

  private JobGraph graph(Plan job, JobRow row) {
    return JobGraph.of(JobSteps.find(plans, job, row.head()));
  }

  /**
   * Applies an operation to a job.
   *
   * @return the job after the change, before its supervisor has checked it
   * @throws StatusRuntimeException JOB_FINISHED, STEP_RUNNING, JOB_UNCHANGED; CHANGED_MEANWHILE
   */
  private Job change(Plan read, BiFunction<JobGraph, JobRow, JobOperation.Result> operation) {
    var now = now();
    return rows.change(
        read,
        plan -> {
          var row = JobCodec.read(plan);
          var graph = graph(plan, row);
          var result = operation.apply(graph, row);
          if (result instanceof JobOperation.Result.Refused refused) {
            throw refused(plan.name(), refused);
          }
          var next = next(plan, row, (JobOperation.Result.Done) result, now);
          return new PlanRows.Next<>(next, JobView.full(next, JobCodec.read(next), graph));
        },
        "job %s is being changed; try again".formatted(read.name()));
  }

  private static Plan next(Plan plan, JobRow row, JobOperation.Result.Done done, Instant now) {
    var state = JobCodec.next(plan, row.with(done.state()));
    if (done.state().status().finished()) {
      return plan.next(state, plan.alarmAt());
    }
    // The alarm changes, so that a supervisor with long intervals checks the job immediately.
    return plan.next(state, now).withExpiresAt(null);
  }

  private static StatusRuntimeException refused(String name, JobOperation.Result.Refused refused) {
    var reason =
        switch (refused.reason()) {
          case JOB_FINISHED -> ErrorReason.JOB_FINISHED;
          case STEP_RUNNING -> ErrorReason.STEP_RUNNING;
          case NOTHING_TO_DO -> ErrorReason.JOB_UNCHANGED;
        };
    return RpcErrors.of(reason, "job " + name + ": " + refused.message());
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
