package dev.atf.hsc.resource;

import dev.atf.access.Tenancy;
import dev.atf.blob.BlobKey;
import dev.atf.blob.Blobs;
import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.model.log.LogClaims;
import dev.atf.model.resource.Digest;
import dev.atf.model.resource.Resource;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskEntities;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Recording of the files that attempts have made, as long as their tasks are kept. */
public final class OutputRecording {
  /** Chosen: a list that is deleted late names files that are there. */
  private static final Duration KEPT_BEYOND_LIST = Duration.ofDays(1);

  private final TaskAssociations associations;
  private final TaskEntities entities;
  private final Blobs blobs;
  private final RetryingWrites writes;
  private final Lambdas lambdas;

  @Inject
  OutputRecording(
      TaskAssociations associations,
      TaskEntities entities,
      Blobs blobs,
      RetryingWrites writes,
      Lambdas lambdas) {
    this.associations = associations;
    this.entities = entities;
    this.blobs = blobs;
    this.writes = writes;
    this.lambdas = lambdas;
  }

  /** Result of a recording. */
  public sealed interface Result {
    record Recorded() implements Result {}

    /** The claim is not held. */
    record ClaimLost() implements Result {}

    /** These are not kept, so that nothing was recorded. */
    record Missing(List<Digest> digests) implements Result {}
  }

  /**
   * Records all outputs of an attempt, unless some were recorded for it already.
   *
   * @throws dev.atf.store.StoreException if they may be recorded or not; repeating is safe
   */
  public Result record(OutputsCall call, Instant now) {
    var lambda = call.lambda();
    var attempt = call.attempt();
    var outputs = call.outputs();
    var task =
        associations
            .find(attempt.taskId())
            .filter(found -> LogClaims.isHeld(found, attempt, lambda));
    if (task.isEmpty()) {
      return new Result.ClaimLost();
    }
    var retention = lambdas.termsOfRunning(lambda, now).lambda().retention();
    var expiresAt = task.get().header().deadline().plus(retention);
    var tenant = Tenancy.of(lambda.value());
    var missing =
        outputs.stream()
            .map(Resource::digest)
            .distinct()
            .filter(digest -> !isKept(new BlobKey(tenant, digest), expiresAt))
            .toList();
    if (!missing.isEmpty()) {
      return new Result.Missing(missing);
    }
    return writes.untilKnown(
        () -> {
          entities.putOutputs(attempt.taskId(), attempt.epoch(), outputs, expiresAt);
          return new Result.Recorded();
        });
  }

  private boolean isKept(BlobKey key, Instant expiresAt) {
    return blobs.use(key, expiresAt.plus(KEPT_BEYOND_LIST)).isPresent();
  }
}
