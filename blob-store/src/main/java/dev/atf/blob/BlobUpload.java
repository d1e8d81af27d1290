package dev.atf.blob;

import java.nio.ByteBuffer;

/** Blob on its way into the store; used by one thread at a time. */
public interface BlobUpload extends AutoCloseable {
  /**
   * Adds the next part of the content.
   *
   * @throws BlobDamagedException if it is longer than was announced
   */
  void write(ByteBuffer part);

  /**
   * Makes the blob durable.
   *
   * @return whether it was not there before
   * @throws BlobDamagedException if the content has another length or digest; nothing is kept
   */
  boolean finish();

  /** Gives the upload up, unless it has finished. */
  @Override
  void close();
}
