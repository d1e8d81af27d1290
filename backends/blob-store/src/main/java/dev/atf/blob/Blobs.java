package dev.atf.blob;

import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;

/**
 * The blobs of one cluster, with the guarantees for callers. Every method throws {@link
 * BlobStoreException} if the store does not answer. Repeating a call is safe.
 */
public interface Blobs {
  /**
   * Begins the upload of a blob. The blob exists, durable and with the right content, once {@link
   * BlobUpload#finish} has returned, and not before. An existing blob stays readable during the
   * upload.
   *
   * <p>A content that is not stored yet is refused if the contents of its tenant would have too
   * many bytes together. These are estimated, and each content counts as at least 16 KiB. While
   * they cannot be counted, no content is refused.
   *
   * @param bytes size of the whole content
   * @param until time before which the blob is not swept
   * @param tenantBytesMax maximum for the tenant; 0 for no limit
   * @throws dev.atf.model.check.InvalidFieldException if the content is too large
   * @throws TenantFullException if the tenant would exceed its maximum
   */
  BlobUpload upload(BlobKey key, long bytes, Instant until, long tenantBytesMax);

  /**
   * Keeps a blob for a use. It is not swept before {@code until}, whatever sweeps run at the same
   * time. Usually makes no call to the store if recent uses were similar.
   *
   * @return the blob; empty if it does not exist and must be uploaded before it can be used
   */
  Optional<Blob> use(BlobKey key, Instant until);

  /**
   * Same as {@link #use}, but always reads the store. It is for callers that upload a missing blob
   * even if this process has used it before.
   */
  Optional<Blob> renew(BlobKey key, Instant until);

  /** Reads a blob from the store. */
  Optional<Blob> find(BlobKey key);

  /**
   * Opens the content, which the caller closes; empty if absent. Reading a content that was damaged
   * in the store ends with a {@link BlobDamagedException}, and the content is absent from then on.
   */
  Optional<InputStream> open(BlobKey key);
}
