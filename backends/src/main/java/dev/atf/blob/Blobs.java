package dev.atf.blob;

import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;

/**
 * Blobs of one cluster. Every method throws {@link BlobStoreException} if the store does not
 * answer. Repeating a call is safe.
 */
public interface Blobs {
  /**
   * Begins the upload of a blob. The blob exists, durable and with the right content, once {@link
   * BlobUpload#finish} has returned, and not before. An existing blob stays readable during the
   * upload.
   *
   * <p>New content is refused if the tenant's total size would exceed its maximum. The total is an
   * estimate, in which each content counts as at least 16 KiB. While no estimate exists, nothing is
   * refused.
   *
   * @param bytes size of the whole content
   * @param until time before which the blob is not swept
   * @param tenantBytesMax maximum for the tenant; 0 for no limit
   * @throws dev.atf.model.check.InvalidFieldException if the content is too large
   * @throws TenantFullException if the tenant would exceed its maximum
   */
  BlobUpload upload(BlobKey key, long bytes, Instant until, long tenantBytesMax);

  /**
   * Extends the lifetime of a blob for a use. The blob is not swept before {@code until}, even if
   * sweeps run at the same time. After recent similar uses, this usually makes no call to the
   * store.
   *
   * @return the blob; empty if it does not exist and must be uploaded before it can be used
   */
  Optional<Blob> use(BlobKey key, Instant until);

  /**
   * Extends the lifetime like {@link #use}, but always reads the store. Callers that upload missing
   * blobs need it, because the blob may be missing although this process has used it before.
   */
  Optional<Blob> renew(BlobKey key, Instant until);

  /** Reads a blob from the store. */
  Optional<Blob> find(BlobKey key);

  /**
   * Opens the content, which the caller closes; empty if it is absent. If the content was damaged
   * in the store, reading it ends with a {@link BlobDamagedException}, and it is absent from then
   * on.
   */
  Optional<InputStream> open(BlobKey key);
}
