package dev.atf.blob;

import dev.atf.blob.object.BlobObjects;
import dev.atf.blob.object.BlobObjects.ContentWriter;
import dev.atf.blob.object.ContentName;
import java.nio.ByteBuffer;

/** Objects whose process dies after a number of operations. */
final class DyingObjects extends ForwardingObjects {
  private int left;

  /**
   * @param operations number of operations that succeed; the next one fails
   */
  DyingObjects(BlobObjects objects, int operations) {
    super(objects);
    this.left = operations;
  }

  /** Thrown by the first operation that fails, and by all later ones. */
  static final class DeathException extends RuntimeException {}

  @Override
  protected BlobObjects objects() {
    if (left == 0) {
      throw new DeathException();
    }
    left--;
    return super.objects();
  }

  @Override
  public ContentWriter write(ContentName name, long bytes) {
    var writer = super.write(name, bytes);
    return new ContentWriter() {
      @Override
      public void write(ByteBuffer part) {
        var unused = objects();
        writer.write(part);
      }

      @Override
      public void complete() {
        var unused = objects();
        writer.complete();
      }

      /** Does nothing once the process is dead. */
      @Override
      public void close() {
        if (left > 0) {
          writer.close();
        }
      }
    };
  }
}
