package dev.atf.hsc.resource;

import dev.atf.access.Tenancy;
import dev.atf.blob.BlobKey;
import dev.atf.blob.BlobUpload;
import dev.atf.blob.Blobs;
import dev.atf.model.resource.Digest;
import dev.atf.model.resource.Resource;
import dev.atf.model.resource.TaskFiles;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.validation.Violations;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Files that executors read and write: those of the tenant whose lambda they run. */
public final class StagedFiles {
  /** Chosen: how long an output is kept that is not recorded, for the report to come. */
  private static final Duration UNRECORDED_KEPT = Duration.ofDays(1);

  private final Blobs blobs;
  private final InstantSource clock;
  private final Counter reads;
  private final Counter writes;

  @Inject
  StagedFiles(Blobs blobs, InstantSource clock, MeterRegistry metrics) {
    this.blobs = blobs;
    this.clock = clock;
    this.reads =
        Counter.builder("atf.hsc.files.read")
            .description("downloads of resources by worker hosts that were begun")
            .register(metrics);
    this.writes =
        Counter.builder("atf.hsc.files.written")
            .description("uploads of outputs by worker hosts that were begun")
            .register(metrics);
  }

  /** File that is read. */
  public record Opened(long bytes, InputStream content) {}

  /**
   * Opens a file.
   *
   * @throws io.grpc.StatusRuntimeException RESOURCE_NOT_FOUND
   */
  public Opened open(String lambda, String sha256) {
    var key = new BlobKey(Tenancy.of(lambda), new Digest(sha256));
    reads.increment();
    return blobs
        .find(key)
        .flatMap(blob -> blobs.open(key).map(content -> new Opened(blob.bytes(), content)))
        .orElseThrow(
            () ->
                RpcErrors.of(
                    ErrorReason.RESOURCE_NOT_FOUND,
                    "resource %s is not kept any more".formatted(sha256)));
  }

  /** Returns the digests that are not kept; the others are kept for a day at least. */
  public List<String> missing(String lambda, List<String> asked) {
    var violations = new Violations();
    violations.requireBetween("sha256", asked.size(), 1, TaskFiles.OUTPUT_FILES_MAX);
    violations.refuse();
    var digests = asked.stream().map(hex -> violations.read(() -> new Digest(hex))).toList();
    violations.refuse();
    var tenant = Tenancy.of(lambda);
    var until = clock.instant().plus(UNRECORDED_KEPT);
    return digests.stream()
        .map(Optional::orElseThrow)
        .distinct()
        .filter(digest -> blobs.use(new BlobKey(tenant, digest), until).isEmpty())
        .map(Digest::hex)
        .toList();
  }

  /** Begins to keep a file. */
  public BlobUpload write(String lambda, String sha256, long bytes) {
    var violations = new Violations();
    var digest = violations.read(() -> new Digest(sha256));
    violations.requireBetween("bytes", bytes, 0, Resource.BYTES_MAX);
    violations.refuse();
    var key = new BlobKey(Tenancy.of(lambda), digest.orElseThrow());
    writes.increment();
    return blobs.upload(key, bytes, clock.instant().plus(UNRECORDED_KEPT));
  }
}
