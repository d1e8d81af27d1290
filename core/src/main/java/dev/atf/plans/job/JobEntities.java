package dev.atf.plans.job;

import dev.atf.model.Payload;
import dev.atf.model.Sha256;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.job.definition.JobDefinition;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;

/** Entities that store the payloads of a job. */
public final class JobEntities {
  private JobEntities() {}

  /**
   * Returns the entity that stores a payload.
   *
   * @param createdAt creation time of the job, from which the retention counts
   */
  public static TaskEntity of(
      TaskId id, LambdaDefinition lambda, Payload payload, Instant createdAt) {
    var keptUntil = createdAt.plus(JobDefinition.KEPT);
    var header =
        new TaskHeader(
            id,
            lambda.name(),
            lambda.defaultPriority(),
            null,
            id.shard(lambda.shards()),
            createdAt,
            createdAt,
            keptUntil,
            null);
    return new TaskEntity(header, payload, Map.of(), fingerprint(payload), keptUntil);
  }

  /** Returns the hash of the bytes and their media type. */
  public static String fingerprint(Payload payload) {
    var digest = Sha256.digest();
    digest.update(payload.contentType().getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
    return HexFormat.of().formatHex(digest.digest(payload.bytes()));
  }
}
