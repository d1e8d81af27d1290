package dev.atf.blob;

import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.resource.Digest;
import dev.atf.model.resource.TaskFiles;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Files of a tenant, for API calls. Every method refuses invalid fields. */
public record TenantFiles(Blobs blobs, InstantSource clock) {
  /**
   * Time for which an unused file is kept. It leaves time for the Schedule call or the report that
   * uses the file.
   */
  private static final Duration UNUSED_KEPT = Duration.ofDays(1);

  /** File that is being read. */
  public record Opened(long bytes, InputStream content) {}

  /**
   * Returns the digests whose content the tenant does not have. The content of all others is kept
   * for at least a day.
   *
   * @throws InvalidFieldException for a malformed digest, or too many digests
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
   * Begins the upload of a file, which is kept for at least a day.
   *
   * @param tenantBytesMax maximum for all files of the tenant; 0 for no limit
   * @throws InvalidFieldException for a malformed digest, or a file that is too large
   * @throws TenantFullException if the tenant would exceed its maximum
   */
  public BlobUpload upload(String tenant, String sha256, long bytes, long tenantBytesMax) {
    var key = new BlobKey(tenant, new Digest(sha256));
    return blobs.upload(key, bytes, clock.instant().plus(UNUSED_KEPT), tenantBytesMax);
  }

  /**
   * Opens a file; empty if it is not stored.
   *
   * @throws InvalidFieldException for a malformed digest
   */
  public Optional<Opened> open(String tenant, String sha256) {
    var key = new BlobKey(tenant, new Digest(sha256));
    return blobs
        .find(key)
        .flatMap(blob -> blobs.open(key).map(content -> new Opened(blob.bytes(), content)));
  }
}
