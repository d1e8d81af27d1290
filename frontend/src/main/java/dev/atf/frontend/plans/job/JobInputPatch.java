package dev.atf.frontend.plans.job;

import dev.atf.access.AccessControl;
import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.plans.job.JobContents;
import dev.atf.plans.job.JobEntities;
import dev.atf.plans.job.JobOperation;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.Action;
import dev.atf.protocol.v1.PatchInputRequest;
import dev.atf.store.TaskEntities;
import dev.atf.store.plans.JobCodec;
import dev.atf.validation.Violations;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.util.Optional;

/** Stores a new input for a step of a job. The job's row then assigns the input to the step. */
final class JobInputPatch {
  private static final int PATCH_CHARS = 16;

  private final LambdaCache lambdas;
  private final JobChange jobs;
  private final TaskEntities entities;
  private final AccessControl access;

  @Inject
  JobInputPatch(LambdaCache lambdas, JobChange jobs, TaskEntities entities, AccessControl access) {
    this.lambdas = lambdas;
    this.jobs = jobs;
    this.entities = entities;
    this.access = access;
  }

  /**
   * Writes the input, and returns the change of the job that makes the step use it.
   *
   * @throws StatusRuntimeException JOB_NOT_FOUND; ACTION_NOT_ALLOWED; or the violations of the
   *     request
   */
  JobChange.Operation store(PatchInputRequest request) {
    var plan = jobs.find(new LambdaName(request.getLambda()), request.getJob());
    var graph = jobs.graph(plan, JobCodec.read(plan));
    int place = JobChange.place(graph, "step", request.getStep());
    var name = graph.step(place).work().lambda();
    if (!access.allows(Action.SCHEDULE, name.value())) {
      throw RpcErrors.of(
          ErrorReason.ACTION_NOT_ALLOWED, "scheduling tasks of the step's lambda, " + name);
    }
    var payload = payload(request, lambdas.requireOpen(name));
    var patch = JobEntities.fingerprint(payload).substring(0, PATCH_CHARS);
    // The name is derived from the content, so that an equal patch finds the same entity.
    var id = JobContents.payload(plan.id(), place, patch);
    var entity = JobEntities.of(id, lambdas.requireOpen(name), payload, plan.createdAt());
    Optional<dev.atf.model.task.TaskEntity> unused = entities.putIfAbsent(entity);
    return (seen, row) -> JobOperation.patch(seen, row.state(), place, patch);
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
}
