package dev.atf.frontend.plans;

import dev.atf.access.AccessControl;
import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.frontend.schedule.ScheduleQuota;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.job.JobContents;
import dev.atf.model.job.JobEntities;
import dev.atf.model.job.JobOperation;
import dev.atf.model.job.JobRow;
import dev.atf.model.job.definition.JobGraph;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.Action;
import dev.atf.protocol.v1.CancelJobRequest;
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
import dev.atf.validation.Violations;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Adapter of JobService; {@link ErrorMapping} maps its exceptions. */
public final class JobRpc extends JobServiceGrpc.JobServiceImplBase {
  private static final int PATCH_CHARS = 16;

  private final LambdaCache lambdas;
  private final ScheduleQuota quota;
  private final PlanCapacity room;
  private final JobStore store;
  private final JobChange jobs;
  private final JobListing listing;
  private final TaskEntities entities;
  private final AccessControl access;
  private final InstantSource clock;
  private final RandomGenerator random;

  @Inject
  JobRpc(
      LambdaCache lambdas,
      ScheduleQuota quota,
      PlanCapacity room,
      JobStore store,
      JobChange jobs,
      JobListing listing,
      TaskEntities entities,
      AccessControl access,
      InstantSource clock,
      RandomGenerator random) {
    this.lambdas = lambdas;
    this.quota = quota;
    this.room = room;
    this.store = store;
    this.jobs = jobs;
    this.listing = listing;
    this.entities = entities;
    this.access = access;
    this.clock = clock;
    this.random = random;
  }

  @Override
  public void submitJob(SubmitJobRequest request, StreamObserver<SubmitJobResponse> reply) {
    var used = new LinkedHashMap<LambdaName, LambdaDefinition>();
    var job =
        JobValidation.validate(
            request,
            TaskId.random(random).value(),
            name -> {
              var found = lambdas.find(name).filter(lambda -> lambda.closedAt() == null);
              found.ifPresent(lambda -> used.put(name, lambda));
              return found;
            },
            now());
    var definition = job.definition();
    var standing = store.standing(job);
    if (standing.filter(same -> !same).isPresent()) {
      throw JobStore.reused(definition);
    }
    boolean created = standing.isEmpty() && submit(job, used);
    answer(
        reply,
        SubmitJobResponse.newBuilder()
            .setLambda(definition.lambda().value())
            .setJob(definition.name())
            .setCreated(created)
            .build());
  }

  /** Takes one token of the rate of each lambda: for the job, not for its steps. */
  private boolean submit(JobSubmission job, Map<LambdaName, LambdaDefinition> used) {
    var own = lambdas.require(job.definition().lambda());
    room.requireForJob(own);
    var taken = new LinkedHashMap<LambdaName, LambdaDefinition>();
    boolean created = false;
    try {
      for (var lambda : used.values()) {
        quota
            .take(lambda)
            .ifPresent(
                refusal -> {
                  throw StatusProto.toStatusRuntimeException(refusal);
                });
        taken.put(lambda.name(), lambda);
      }
      created = store.write(job, own.shards(), now());
      if (created) {
        room.jobMade(own);
      }
      return created;
    } finally {
      if (!created) {
        taken.values().forEach(quota::giveBack);
      }
    }
  }

  @Override
  public void getJob(GetJobRequest request, StreamObserver<Job> reply) {
    answer(reply, jobs.read(new LambdaName(request.getLambda()), request.getJob()));
  }

  @Override
  public void listJobs(ListJobsRequest request, StreamObserver<ListJobsResponse> reply) {
    answer(reply, listing.list(request, lambdas.require(new LambdaName(request.getLambda()))));
  }

  @Override
  public void cancelJob(CancelJobRequest request, StreamObserver<Job> reply) {
    change(
        request.getLambda(),
        request.getJob(),
        (graph, row) -> JobOperation.cancel(row.state(), request.getCompensate()),
        reply);
  }

  @Override
  public void holdJob(HoldJobRequest request, StreamObserver<Job> reply) {
    change(
        request.getLambda(),
        request.getJob(),
        (graph, row) -> JobOperation.pause(row.state(), !request.getResume()),
        reply);
  }

  @Override
  public void retryJob(RetryJobRequest request, StreamObserver<Job> reply) {
    change(
        request.getLambda(),
        request.getJob(),
        (graph, row) ->
            request.getFromStep().isEmpty()
                ? JobOperation.retry(graph, row.state())
                : JobOperation.retryFrom(
                    graph, row.state(), place(graph, "fromStep", request.getFromStep())),
        reply);
  }

  @Override
  public void skipStep(SkipStepRequest request, StreamObserver<Job> reply) {
    change(
        request.getLambda(),
        request.getJob(),
        (graph, row) ->
            JobOperation.skip(graph, row.state(), place(graph, "step", request.getStep())),
        reply);
  }

  @Override
  public void patchInput(PatchInputRequest request, StreamObserver<Job> reply) {
    var lambda = new LambdaName(request.getLambda());
    var plan = jobs.find(lambda, request.getJob());
    var graph = jobs.graph(plan, JobRow.read(plan));
    int place = place(graph, "step", request.getStep());
    var name = graph.step(place).work().lambda();
    if (!access.allows(Action.SCHEDULE, name.value())) {
      throw RpcErrors.of(
          ErrorReason.ACTION_NOT_ALLOWED, "scheduling tasks of the step's lambda, " + name);
    }
    var payload = payload(request, lambdas.requireOpen(name));
    var patch = JobEntities.fingerprint(payload).substring(0, PATCH_CHARS);
    // Named by its content: the same patch again finds the same entity.
    var id = JobContents.payload(plan.id(), place, patch);
    var entity = JobEntities.of(id, lambdas.requireOpen(name), payload, plan.createdAt());
    Optional<dev.atf.model.TaskEntity> unused = entities.putIfAbsent(entity);
    change(
        request.getLambda(),
        request.getJob(),
        (seen, row) -> JobOperation.patch(seen, row.state(), place, patch),
        reply);
  }

  private static Payload payload(PatchInputRequest request, LambdaDefinition lambda) {
    var violations = new Violations();
    var payload =
        switch (request.getPayloadCase()) {
          case JSON ->
              JobPayloads.json(
                  "json", request.getJson(), request.getContentType(), lambda, violations);
          case DATA ->
              JobPayloads.data(
                  "data", request.getData(), request.getContentType(), lambda, violations);
          case PAYLOAD_NOT_SET -> Payload.EMPTY;
        };
    violations.refuse();
    return payload;
  }

  private void change(
      String lambda, String job, JobChange.Operation operation, StreamObserver<Job> reply) {
    answer(reply, jobs.change(new LambdaName(lambda), job, operation, now()));
  }

  private static int place(JobGraph graph, String field, String step) {
    var violations = new Violations();
    var place = graph.place(step);
    if (place.isEmpty()) {
      violations.add(field, step, "the name of a step of this job");
    }
    violations.refuse();
    return place.orElseThrow();
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private static <T> void answer(StreamObserver<T> reply, T response) {
    reply.onNext(response);
    reply.onCompleted();
  }
}
