package dev.atf.blob.object;

import java.time.Instant;

/**
 * Record of a blob.
 *
 * @param generation generation of the blob's content
 * @param bytes size of that content
 * @param expiresAt time before which the blob is not swept
 */
public record BlobRecord(String generation, long bytes, Instant expiresAt) {
  public BlobRecord until(Instant later) {
    return new BlobRecord(generation, bytes, later);
  }
}
