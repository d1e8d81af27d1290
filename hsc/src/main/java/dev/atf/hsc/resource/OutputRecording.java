package dev.atf.hsc.resource;

import dev.atf.access.Tenancy;
import dev.atf.blob.BlobKey;
import dev.atf.blob.Blobs;
import dev.atf.hsc.call.Attempts;
import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.model.LambdaName;
import dev.atf.model.log.LogClaims;
import dev.atf.model.resource.Digest;
import dev.atf.model.resource.Resource;
import dev.atf.protocol.v1.KeepOutputsRequest;
import dev.atf.protocol.v1.KeepOutputsResponse;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskEntities;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Records the files that attempts have produced, for as long as their tasks are kept. */
public final class OutputRecording {
  /**
   * Time for which files are kept after the list that names them. If the list is deleted late, its
   * files still exist.
   */
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

  /**
   * Records all outputs of an attempt, unless some were recorded for it already. Nothing is
   * recorded if the claim is not held, or if some of the files are not stored.
   *
   * @param outputs outputs in the request
   * @throws dev.atf.store.StoreException if they were possibly not recorded; the call can be
   *     repeated
   */
  public KeepOutputsResponse record(
      KeepOutputsRequest request, List<Resource> outputs, Instant now) {
    var lambda = new LambdaName(request.getLambda());
    var attempt = Attempts.of(request.getAttemptRef());
    var task =
        associations
            .find(attempt.taskId())
            .filter(found -> LogClaims.isHeld(found, attempt, lambda));
    if (task.isEmpty()) {
      return KeepOutputsResponse.newBuilder().setRefused(true).build();
    }
    var retention = lambdas.effectiveForRunning(lambda, now).definition().retention();
    var expiresAt = task.get().header().deadline().plus(retention);
    var tenant = Tenancy.of(lambda.value());
    var missing =
        outputs.stream()
            .map(Resource::digest)
            .distinct()
            .filter(digest -> !isKept(new BlobKey(tenant, digest), expiresAt))
            .map(Digest::hex)
            .toList();
    if (!missing.isEmpty()) {
      return KeepOutputsResponse.newBuilder().addAllMissing(missing).build();
    }
    return writes.retryUntilKnown(
        () -> {
          entities.putOutputs(attempt.taskId(), attempt.epoch(), outputs, expiresAt);
          return KeepOutputsResponse.getDefaultInstance();
        });
  }

  private boolean isKept(BlobKey key, Instant expiresAt) {
    return blobs.use(key, expiresAt.plus(KEPT_BEYOND_LIST)).isPresent();
  }
}
