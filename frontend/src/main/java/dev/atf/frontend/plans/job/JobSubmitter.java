package dev.atf.frontend.plans.job;

import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.frontend.plans.PlanCapacity;
import dev.atf.frontend.rpc.BatchCalls;
import dev.atf.frontend.schedule.ScheduleQuota;
import dev.atf.hints.Hints;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.TaskEntity;
import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.JobRow.Head;
import dev.atf.plans.job.JobState;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanPart;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.SubmitJobRequest;
import dev.atf.protocol.v1.SubmitJobResponse;
import dev.atf.runtime.rpc.CallEnd;
import dev.atf.store.RepeatedWrite;
import dev.atf.store.StoreException;
import dev.atf.store.TaskEntities;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.JobSteps;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.Plans;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Creates jobs, as far as the rates of their lambdas and the limit on live plans allow. A whole job
 * becomes durable: first the payloads of its steps, then the definition, and then the row as the
 * commit point. Each write is safe to repeat. Without the row, the other items are not used and
 * eventually expire.
 */
final class JobSubmitter {
  private final LambdaCache lambdas;
  private final ScheduleQuota quota;
  private final PlanCapacity room;
  private final Plans plans;
  private final TaskEntities entities;
  private final BatchCalls batchCalls;
  private final Hints hints;
  private final InstantSource clock;
  private final RandomGenerator random;

  @Inject
  JobSubmitter(
      LambdaCache lambdas,
      ScheduleQuota quota,
      PlanCapacity room,
      Plans plans,
      TaskEntities entities,
      BatchCalls batchCalls,
      Hints hints,
      InstantSource clock,
      RandomGenerator random) {
    this.lambdas = lambdas;
    this.quota = quota;
    this.room = room;
    this.plans = plans;
    this.entities = entities;
    this.batchCalls = batchCalls;
    this.hints = hints;
    this.clock = clock;
    this.random = random;
  }

  /**
   * Submits a job.
   *
   * @throws StatusRuntimeException if the job is refused; IDEMPOTENCY_KEY_REUSED if another job has
   *     its name
   */
  SubmitJobResponse submit(SubmitJobRequest request) {
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
    var stored = plans.find(definition.id());
    if (stored.filter(found -> !isSame(found, job)).isPresent()) {
      throw reused(definition);
    }
    return SubmitJobResponse.newBuilder()
        .setLambda(definition.lambda().value())
        .setJob(definition.name())
        .setCreated(stored.isEmpty() && create(job, used))
        .build();
  }

  /**
   * Creates a job. It takes one token of the rate of each lambda for the whole job, and not for
   * each step.
   *
   * @return false if the same job already exists
   */
  private boolean create(JobValidation.Submission job, Map<LambdaName, LambdaDefinition> used) {
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
      created = write(job, own.shards(), now());
      if (created) {
        room.jobCreated(own);
      }
      return created;
    } finally {
      if (!created) {
        taken.values().forEach(quota::refund);
      }
    }
  }

  /**
   * Writes a job.
   *
   * @param shards number of shards of the job's lambda
   * @return whether this call created the job; false if an equal job existed
   * @throws StatusRuntimeException IDEMPOTENCY_KEY_REUSED, in which case the other job is unchanged
   */
  private boolean write(JobValidation.Submission job, int shards, Instant now) {
    var end = CallEnd.current();
    var failures = batchCalls.each(job.contents(), end, this::put);
    for (var failure : failures) {
      if (failure.isPresent()) {
        throw failure.get();
      }
    }
    var definition = job.definition();
    var keptUntil = now.plus(JobDefinition.KEPT);
    for (var part : JobSteps.write(definition.id(), definition, keptUntil)) {
      put(part);
    }
    if (end.isOver()) {
      throw RpcErrors.of(ErrorReason.TIMED_OUT, "the call timed out; the job is not durable");
    }
    return putRow(job, shards, now);
  }

  private boolean putRow(JobValidation.Submission job, int shards, Instant now) {
    var definition = job.definition();
    var head = Head.of(definition, job.fingerprint());
    var row =
        Plan.fresh(
                definition.id(), PlanKind.JOB, definition.lambda(), definition.name(), shards, now)
            .with(JobCodec.first(new JobRow(head, JobState.fresh(definition))), now);
    var result = RepeatedWrite.of(() -> plans.put(row));
    if (!(result instanceof PlanResult.Refused refused)) {
      hints.written(row);
      return true;
    }
    // An earlier try whose answer was lost, or another call, has written it.
    if (refused.found().filter(found -> isSame(found, job)).isEmpty()) {
      throw reused(definition);
    }
    return refused.found().equals(Optional.of(row));
  }

  /** Puts an entity, and returns the failure if there is one. */
  private Optional<RuntimeException> put(TaskEntity entity) {
    try {
      var before = RepeatedWrite.of(() -> entities.putIfAbsent(entity));
      return before
          .filter(found -> !found.fingerprint().equals(entity.fingerprint()))
          .map(found -> reused(found.expiresAt()));
    } catch (StoreException e) {
      return Optional.of(e);
    }
  }

  private void put(PlanPart part) {
    boolean put = RepeatedWrite.of(() -> plans.putPart(part));
    if (put) {
      return;
    }
    var there =
        plans.parts(part.plan(), part.name(), 1).stream()
            .filter(found -> found.name().equals(part.name()))
            .findFirst();
    if (there.filter(found -> found.body().equals(part.body())).isEmpty()) {
      throw reused(there.map(PlanPart::expiresAt).orElse(part.expiresAt()));
    }
  }

  private static boolean isSame(Plan found, JobValidation.Submission job) {
    return JobCodec.read(found).head().fingerprint().equals(job.fingerprint());
  }

  private static StatusRuntimeException reused(JobDefinition definition) {
    return RpcErrors.of(
        ErrorReason.IDEMPOTENCY_KEY_REUSED,
        "the name %s belongs to another job of lambda %s"
            .formatted(definition.name(), definition.lambda()));
  }

  /**
   * Returns the refusal of a name that is in use.
   *
   * @param forgottenAt time at which the items of another submission without a row expire
   */
  private static StatusRuntimeException reused(@Nullable Instant forgottenAt) {
    return RpcErrors.of(
        ErrorReason.IDEMPOTENCY_KEY_REUSED,
        ("another job was submitted under this name and not finished: the same request again"
                + " finishes it; another job needs another name until %s")
            .formatted(forgottenAt));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
