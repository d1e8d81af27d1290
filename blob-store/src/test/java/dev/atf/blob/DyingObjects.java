package dev.atf.blob;

import dev.atf.blob.object.BlobObjects;
import dev.atf.blob.object.BlobRecord;
import dev.atf.blob.object.ContentName;
import dev.atf.blob.object.ContentWriter;
import dev.atf.blob.object.ObjectPage;
import dev.atf.blob.object.VersionedRecord;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** Objects whose process dies after a number of operations. */
public final class DyingObjects implements BlobObjects {
  private final BlobObjects objects;
  private int left;

  /**
   * @param operations that are done; the next one is not
   */
  public DyingObjects(BlobObjects objects, int operations) {
    this.objects = objects;
    this.left = operations;
  }

  /** Thrown by the first operation that is not done, and all later ones. */
  public static final class DeathException extends RuntimeException {}

  private BlobObjects alive() {
    if (left == 0) {
      throw new DeathException();
    }
    left--;
    return objects;
  }

  @Override
  public Optional<VersionedRecord> record(BlobKey key) {
    return alive().record(key);
  }

  @Override
  public boolean put(BlobKey key, BlobRecord record, Optional<String> seen) {
    return alive().put(key, record, seen);
  }

  @Override
  public boolean remove(BlobKey key, String seen) {
    return alive().remove(key, seen);
  }

  @Override
  public ContentWriter write(ContentName name, long bytes) {
    var writer = alive().write(name, bytes);
    return new ContentWriter() {
      @Override
      public void write(ByteBuffer part) {
        alive();
        writer.write(part);
      }

      @Override
      public void complete() {
        alive();
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

  @Override
  public OptionalLong length(ContentName name) {
    return alive().length(name);
  }

  @Override
  public Optional<InputStream> open(ContentName name) {
    return alive().open(name);
  }

  @Override
  public void delete(ContentName name) {
    alive().delete(name);
  }

  @Override
  public ObjectPage list(Optional<String> after, int max) {
    return alive().list(after, max);
  }

  @Override
  public void removeUnfinished(Instant before) {
    alive().removeUnfinished(before);
  }

  @Override
  public void close() {}
}
