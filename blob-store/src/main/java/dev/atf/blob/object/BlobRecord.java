package dev.atf.blob.object;

import java.time.Instant;

/**
 * Record of a blob.
 *
 * @param generation of the content that is the blob's
 * @param bytes of that content
 * @param expiresAt not swept before
 */
public record BlobRecord(String generation, long bytes, Instant expiresAt) {
  public BlobRecord until(Instant later) {
    return new BlobRecord(generation, bytes, later);
  }
}
