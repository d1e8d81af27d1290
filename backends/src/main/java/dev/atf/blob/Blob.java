package dev.atf.blob;

import java.time.Instant;

/**
 * A stored blob.
 *
 * @param bytes size of its content
 * @param expiresAt time before which it is not swept
 */
public record Blob(BlobKey key, long bytes, Instant expiresAt) {}
