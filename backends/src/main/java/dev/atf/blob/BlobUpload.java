package dev.atf.blob;

import java.nio.ByteBuffer;

/** A blob that is being uploaded. It is used by one thread at a time. */
public interface BlobUpload extends AutoCloseable {
  /**
   * Adds the next part of the content.
   *
   * @throws BlobDamagedException if the content is longer than announced
   */
  void write(ByteBuffer part);

  /**
   * Makes the blob durable.
   *
   * @return whether the blob did not exist before
   * @throws BlobDamagedException if the length or digest of the content differs from the key; then
   *     nothing is stored
   */
  boolean finish();

  /** Abandons the upload, unless it has finished. */
  @Override
  void close();
}
