package dev.atf.blob;

import java.time.Instant;

/**
 * Blob that is kept.
 *
 * @param bytes of its content
 * @param expiresAt not swept before
 */
public record Blob(BlobKey key, long bytes, Instant expiresAt) {}
