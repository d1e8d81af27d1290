package dev.atf.blob.memory;

import dev.atf.blob.BlobKey;
import dev.atf.blob.object.BlobObjects;
import dev.atf.blob.object.BlobObjects.ContentWriter;
import dev.atf.blob.object.BlobObjects.ListedObject;
import dev.atf.blob.object.BlobObjects.ObjectPage;
import dev.atf.blob.object.BlobObjects.VersionedRecord;
import dev.atf.blob.object.BlobRecord;
import dev.atf.blob.object.ContentName;
import dev.atf.blob.object.ObjectNames;
import dev.atf.blob.object.RecordJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Objects in memory, for tests and the test kit. */
public final class MemoryObjects implements BlobObjects {
  private final InstantSource clock;
  private final NavigableMap<String, MemoryObject> objects = new TreeMap<>();

  public MemoryObjects(InstantSource clock) {
    this.clock = clock;
  }

  /** Returns all stored objects by name. */
  synchronized NavigableMap<String, MemoryObject> objects() {
    return new TreeMap<>(objects);
  }

  /** Replaces all stored objects. */
  synchronized void restore(NavigableMap<String, MemoryObject> saved) {
    objects.clear();
    objects.putAll(saved);
  }

  @Override
  public synchronized Optional<VersionedRecord> record(BlobKey key) {
    return objects.get(ObjectNames.ofRecord(key)) instanceof MemoryObject.Header stored
        ? Optional.of(RecordJson.read(stored.json(), stored.json(), ObjectNames.ofRecord(key)))
        : Optional.empty();
  }

  @Override
  public synchronized boolean put(BlobKey key, BlobRecord record, Optional<String> seen) {
    if (!record(key).map(VersionedRecord::version).equals(seen)) {
      return false;
    }
    putRecord(key, RecordJson.write(record));
    return true;
  }

  /** Stores any text as the record of a blob. */
  synchronized void putRecord(BlobKey key, String json) {
    objects.put(ObjectNames.ofRecord(key), new MemoryObject.Header(key, json));
  }

  @Override
  public synchronized boolean remove(BlobKey key, String seen) {
    if (!record(key).map(VersionedRecord::version).equals(Optional.of(seen))) {
      return false;
    }
    objects.remove(ObjectNames.ofRecord(key));
    return true;
  }

  @Override
  public ContentWriter write(ContentName name, long bytes) {
    return new MemoryWriter(content -> complete(name, content));
  }

  private synchronized void complete(ContentName name, byte[] content) {
    objects.put(ObjectNames.of(name), new MemoryObject.Content(name, content, clock.instant()));
  }

  @Override
  public synchronized OptionalLong length(ContentName name) {
    return objects.get(ObjectNames.of(name)) instanceof MemoryObject.Content stored
        ? OptionalLong.of(stored.content().length)
        : OptionalLong.empty();
  }

  @Override
  public synchronized Optional<InputStream> open(ContentName name) {
    return objects.get(ObjectNames.of(name)) instanceof MemoryObject.Content stored
        ? Optional.of(new ByteArrayInputStream(stored.content()))
        : Optional.empty();
  }

  @Override
  public synchronized void delete(ContentName name) {
    objects.remove(ObjectNames.of(name));
  }

  @Override
  public ObjectPage list(Optional<String> after, int max) {
    return page("", after, max);
  }

  @Override
  public ObjectPage list(String tenant, Optional<String> after, int max) {
    return page(ObjectNames.ofTenant(tenant) + "/", after, max);
  }

  private synchronized ObjectPage page(String prefix, Optional<String> after, int max) {
    var page = new ArrayList<ListedObject>();
    for (var stored : objects.tailMap(after.orElse(prefix), false).entrySet()) {
      if (!stored.getKey().startsWith(prefix)) {
        break;
      }
      page.add(stored.getValue().listed());
      if (page.size() == max) {
        return new ObjectPage(page, Optional.of(stored.getKey()));
      }
    }
    return new ObjectPage(page, Optional.empty());
  }

  /** Does nothing: only the writer of unfinished content knows it. */
  @Override
  public void removeUnfinished(Instant before) {}

  @Override
  public void close() {}

  /** Object in memory, which never changes. */
  sealed interface MemoryObject {
    ListedObject listed();

    /** Record of a blob. */
    record Header(BlobKey key, String json) implements MemoryObject {
      @Override
      public ListedObject listed() {
        return new ListedObject.Header(key);
      }
    }

    /** Content of a blob. Its array must not be changed. */
    @SuppressWarnings("ArrayRecordComponent")
    record Content(ContentName name, byte[] content, Instant writtenAt) implements MemoryObject {
      @Override
      public ListedObject listed() {
        return new ListedObject.Content(name, content.length, writtenAt);
      }

      @Override
      public boolean equals(Object other) {
        return other instanceof Content that
            && name.equals(that.name)
            && Arrays.equals(content, that.content)
            && writtenAt.equals(that.writtenAt);
      }

      @Override
      public int hashCode() {
        return 31 * name.hashCode() + writtenAt.hashCode();
      }
    }
  }

  /** Content in memory, until it is complete. */
  private static final class MemoryWriter implements ContentWriter {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final Consumer<byte[]> complete;

    MemoryWriter(Consumer<byte[]> complete) {
      this.complete = complete;
    }

    @Override
    public void write(ByteBuffer part) {
      var bytes = new byte[part.remaining()];
      part.get(bytes);
      written.writeBytes(bytes);
    }

    @Override
    public void complete() {
      complete.accept(written.toByteArray());
    }

    @Override
    public void close() {}
  }
}
