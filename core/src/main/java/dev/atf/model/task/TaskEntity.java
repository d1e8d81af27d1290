package dev.atf.model.task;

import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.resource.TaskFiles;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/**
 * Content of a task. It is written once and never changed.
 *
 * @param fingerprint hash of the request as the client sent it, which distinguishes a repetition
 *     from another request with the same idempotency key
 * @param files files that the task needs, and outputs that are stored
 * @param expiresAt time at which the store may delete it, which is after every possible run; cut to
 *     whole seconds
 */
@RecordBuilder
public record TaskEntity(
    TaskHeader header,
    Payload payload,
    Map<String, String> labels,
    String fingerprint,
    TaskFiles files,
    Instant expiresAt)
    implements TaskEntityBuilder.With {
  /** Expiry of a plan's contents while the plan lives. */
  public static final Instant NEVER = Instant.parse("9999-12-31T23:59:59Z");

  public TaskEntity {
    labels = Map.copyOf(labels);
    expiresAt = expiresAt.truncatedTo(ChronoUnit.SECONDS);
  }

  /** Creates the entity of a task without files. */
  public TaskEntity(
      TaskHeader header,
      Payload payload,
      Map<String, String> labels,
      String fingerprint,
      Instant expiresAt) {
    this(header, payload, labels, fingerprint, TaskFiles.NONE, expiresAt);
  }

  public TaskId taskId() {
    return header.taskId();
  }
}
