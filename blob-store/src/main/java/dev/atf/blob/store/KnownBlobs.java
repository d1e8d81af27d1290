package dev.atf.blob.store;

import dev.atf.blob.Blob;
import dev.atf.blob.BlobKey;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Blobs whose expiry this process knows, for uses that read nothing: an expiry never moves back,
 * and nothing is swept before.
 */
final class KnownBlobs {
  /** Chosen: some 3 MB, and more than the files of the running tasks of most clusters. */
  private static final int BLOBS_MAX = 10_000;

  private final Map<BlobKey, Blob> latest =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<BlobKey, Blob> eldest) {
          return size() > BLOBS_MAX;
        }
      };

  /** Returns a blob that is known to be kept until then at least. */
  synchronized Optional<Blob> until(BlobKey key, Instant until) {
    return Optional.ofNullable(latest.get(key)).filter(blob -> !blob.expiresAt().isBefore(until));
  }

  synchronized Blob add(Blob blob) {
    latest.merge(
        blob.key(),
        blob,
        (known, added) -> known.expiresAt().isAfter(added.expiresAt()) ? known : added);
    return blob;
  }

  synchronized void forget(BlobKey key) {
    latest.remove(key);
  }
}
