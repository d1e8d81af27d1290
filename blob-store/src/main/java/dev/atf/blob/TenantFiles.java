package dev.atf.blob;

import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.resource.Digest;
import dev.atf.model.resource.TaskFiles;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Files of a tenant, as calls ask for them: every method refuses fields that are wrong. */
public record TenantFiles(Blobs blobs, InstantSource clock) {
  /** Chosen: how long a file is kept that no task uses, for the Schedule or the report to come. */
  private static final Duration UNUSED_KEPT = Duration.ofDays(1);

  /** File that is read. */
  public record Opened(long bytes, InputStream content) {}

  /**
   * Returns the digests of which the tenant has no content; the others are kept for a day at least.
   *
   * @throws InvalidFieldException for what is no digest, or too many
   */
  public List<String> missing(String tenant, List<String> asked) {
    if (asked.isEmpty() || asked.size() > TaskFiles.RESOURCES_MAX) {
      throw new InvalidFieldException("sha256", asked.size(), "1 to " + TaskFiles.RESOURCES_MAX);
    }
    var digests = asked.stream().map(Digest::new).distinct().toList();
    var until = clock.instant().plus(UNUSED_KEPT);
    return digests.stream()
        .filter(digest -> blobs.renew(new BlobKey(tenant, digest), until).isEmpty())
        .map(Digest::hex)
        .toList();
  }

  /**
   * Begins to keep a file, for a day at least.
   *
   * @throws InvalidFieldException for what is no digest, or too large
   */
  public BlobUpload upload(String tenant, String sha256, long bytes) {
    var key = new BlobKey(tenant, new Digest(sha256));
    return blobs.upload(key, bytes, clock.instant().plus(UNUSED_KEPT));
  }

  /**
   * Opens a file; empty if it is not kept.
   *
   * @throws InvalidFieldException for what is no digest
   */
  public Optional<Opened> open(String tenant, String sha256) {
    var key = new BlobKey(tenant, new Digest(sha256));
    return blobs
        .find(key)
        .flatMap(blob -> blobs.open(key).map(content -> new Opened(blob.bytes(), content)));
  }
}
