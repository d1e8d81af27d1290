package dev.atf.frontend.plans.job;

import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.frontend.plans.PlanCapacity;
import dev.atf.frontend.schedule.ScheduleQuota;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.protocol.v1.SubmitJobRequest;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Creates jobs, as far as the rates of their lambdas and the limit on live plans allow. */
final class JobSubmitter {
  private final LambdaCache lambdas;
  private final ScheduleQuota quota;
  private final PlanCapacity room;
  private final JobStore store;
  private final InstantSource clock;
  private final RandomGenerator random;

  /**
   * Result of a submission.
   *
   * @param created false if the same job already existed
   */
  record Submitted(JobDefinition definition, boolean created) {}

  @Inject
  JobSubmitter(
      LambdaCache lambdas,
      ScheduleQuota quota,
      PlanCapacity room,
      JobStore store,
      InstantSource clock,
      RandomGenerator random) {
    this.lambdas = lambdas;
    this.quota = quota;
    this.room = room;
    this.store = store;
    this.clock = clock;
    this.random = random;
  }

  /**
   * Submits a job.
   *
   * @throws StatusRuntimeException if the job is refused; IDEMPOTENCY_KEY_REUSED if another job has
   *     its name
   */
  Submitted submit(SubmitJobRequest request) {
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
    return new Submitted(definition, standing.isEmpty() && write(job, used));
  }

  /**
   * Writes a job. It takes one token of the rate of each lambda for the whole job, and not for each
   * step.
   */
  private boolean write(JobSubmission job, Map<LambdaName, LambdaDefinition> used) {
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

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
