package dev.atf.blob;

import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;

/**
 * Blobs of one cluster, by what callers may rely on. Every method throws {@link BlobStoreException}
 * if the store does not answer; repeating is safe.
 */
public interface Blobs {
  /**
   * Begins to keep a blob. It is there, durable and of the right content, once {@link
   * BlobUpload#finish} has returned, and not before; one that is there already stays readable
   * meanwhile.
   *
   * @param bytes of the whole content
   * @param until it is not swept before
   * @throws dev.atf.model.check.InvalidFieldException if it is too large
   */
  BlobUpload upload(BlobKey key, long bytes, Instant until);

  /**
   * Has a blob kept for a use: it is not swept before {@code until}, whatever sweeps run at the
   * same time. Usually reads nothing, if the last uses were alike.
   *
   * @return empty if it is not there; then it is to be uploaded before it can be used
   */
  Optional<Blob> use(BlobKey key, Instant until);

  /**
   * The same as a {@link #use}, but looks at the store in any case: for a caller that uploads the
   * blob if it is not there, though this process has used it before.
   */
  Optional<Blob> renew(BlobKey key, Instant until);

  /** Finds a blob, as the store has it. */
  Optional<Blob> find(BlobKey key);

  /**
   * Opens the content, for the caller to close; empty if absent. A content that was damaged in the
   * store ends with a {@link BlobDamagedException}, and is absent from then on.
   */
  Optional<InputStream> open(BlobKey key);
}
