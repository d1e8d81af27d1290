package dev.atf.blob.store;

import dev.atf.blob.BlobDamagedException;
import dev.atf.blob.BlobKey;
import dev.atf.blob.BlobUpload;
import dev.atf.blob.object.ContentWriter;
import dev.atf.model.Sha256;
import dev.atf.model.resource.Digest;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.function.BooleanSupplier;

/** Upload that compares the content with its key and length before it is published. */
final class CheckedUpload implements BlobUpload {
  private final BlobKey key;
  private final long bytes;
  private final ContentWriter writer;
  private final BooleanSupplier publish;
  private final MessageDigest digest = Sha256.digest();
  private long written;
  private boolean isOver;

  /**
   * @param publish makes the complete content a blob, and returns whether it was not there before
   */
  CheckedUpload(BlobKey key, long bytes, ContentWriter writer, BooleanSupplier publish) {
    this.key = key;
    this.bytes = bytes;
    this.writer = writer;
    this.publish = publish;
  }

  @Override
  public void write(ByteBuffer part) {
    requireOpen();
    if (part.remaining() > bytes - written) {
      close();
      throw new BlobDamagedException(
          "blob %s: more than the %d bytes that were announced".formatted(key.digest(), bytes));
    }
    written += part.remaining();
    digest.update(part.duplicate());
    writer.write(part);
  }

  @Override
  public boolean finish() {
    requireOpen();
    try (this) {
      if (written != bytes) {
        throw new BlobDamagedException(
            "blob %s: %d bytes of the %d that were announced"
                .formatted(key.digest(), written, bytes));
      }
      var found = Digest.of(digest);
      if (!found.equals(key.digest())) {
        throw new BlobDamagedException(
            "blob %s: the content has the digest %s".formatted(key.digest(), found));
      }
      writer.complete();
      return publish.getAsBoolean();
    }
  }

  @Override
  public void close() {
    isOver = true;
    writer.close();
  }

  private void requireOpen() {
    if (isOver) {
      throw new IllegalStateException("upload of blob " + key.digest() + " is over");
    }
  }
}
