package dev.atf.blob.memory;

import dev.atf.blob.BlobKey;
import dev.atf.blob.object.BlobObjects;
import dev.atf.blob.object.BlobObjects.ContentWriter;
import dev.atf.blob.object.BlobObjects.ObjectPage;
import dev.atf.blob.object.BlobObjects.VersionedRecord;
import dev.atf.blob.object.BlobRecord;
import dev.atf.blob.object.ContentName;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Engine and clock of one actor, which runs again from its start for each of its steps: earlier
 * operations return their recorded answers, one more operation is done, and the actor is suspended
 * before the next one.
 */
final class SteppedObjects implements BlobObjects, InstantSource {
  private final MemoryObjects engine;
  private final Instant now;
  private final boolean isTimeAStep;
  private final List<Object> answers;
  private int next;
  private boolean isStepped;

  SteppedObjects(MemoryObjects engine, Instant now, boolean isTimeAStep, List<Object> answers) {
    this.engine = engine;
    this.now = now;
    this.isTimeAStep = isTimeAStep;
    this.answers = new ArrayList<>(answers);
  }

  /** Returns the answers of the operations so far. */
  List<Object> answers() {
    return List.copyOf(answers);
  }

  @SuppressWarnings("unchecked")
  private <T> T step(Supplier<T> operation) {
    if (next == answers.size()) {
      if (isStepped) {
        throw PausedError.INSTANCE;
      }
      isStepped = true;
      answers.add(operation.get());
    }
    return (T) answers.get(next++);
  }

  /** While no time passes, it does not matter when the clock is read. */
  @Override
  public Instant instant() {
    return isTimeAStep ? step(() -> now) : now;
  }

  @Override
  public Optional<VersionedRecord> record(BlobKey key) {
    return step(() -> engine.record(key));
  }

  @Override
  public boolean put(BlobKey key, BlobRecord record, Optional<String> seen) {
    return step(() -> engine.put(key, record, seen));
  }

  @Override
  public boolean remove(BlobKey key, String seen) {
    return step(() -> engine.remove(key, seen));
  }

  @Override
  public ContentWriter write(ContentName name, long bytes) {
    var content = new ByteArrayOutputStream();
    return new ContentWriter() {
      @Override
      public void write(ByteBuffer part) {
        content.write(part.array(), part.arrayOffset() + part.position(), part.remaining());
      }

      @Override
      public void complete() {
        var unused =
            step(
                () -> {
                  var writer = engine.write(name, bytes);
                  writer.write(ByteBuffer.wrap(content.toByteArray()));
                  writer.complete();
                  return true;
                });
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public OptionalLong length(ContentName name) {
    return step(() -> engine.length(name));
  }

  @Override
  public Optional<InputStream> open(ContentName name) {
    Optional<ByteBuffer> content =
        step(() -> engine.open(name).map(open -> ByteBuffer.wrap(readAll(open))));
    return content.map(bytes -> new ByteArrayInputStream(bytes.array()));
  }

  private static byte[] readAll(InputStream open) {
    try (open) {
      return open.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void delete(ContentName name) {
    var unused =
        step(
            () -> {
              engine.delete(name);
              return true;
            });
  }

  @Override
  public ObjectPage list(Optional<String> after, int max) {
    return step(() -> engine.list(after, max));
  }

  @Override
  public ObjectPage list(String tenant, Optional<String> after, int max) {
    return step(() -> engine.list(tenant, after, max));
  }

  /** This is not a step, because nothing is left unfinished in memory. */
  @Override
  public void removeUnfinished(Instant before) {}

  @Override
  public void close() {}
}
