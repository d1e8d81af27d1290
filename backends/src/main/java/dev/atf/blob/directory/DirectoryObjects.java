package dev.atf.blob.directory;

import dev.atf.blob.BlobKey;
import dev.atf.blob.object.BlobObjects;
import dev.atf.blob.object.BlobObjects.ContentWriter;
import dev.atf.blob.object.BlobObjects.ObjectPage;
import dev.atf.blob.object.BlobObjects.VersionedRecord;
import dev.atf.blob.object.BlobRecord;
import dev.atf.blob.object.ContentName;
import dev.atf.blob.object.ObjectNames;
import dev.atf.blob.object.RecordJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Objects as files of a directory, for any number of threads and processes. A file appears by an
 * atomic rename after an fsync, and never changes. A killed process leaves at most a temporary
 * file. Records are replaced under locks, which are released when their process dies.
 */
public final class DirectoryObjects implements BlobObjects {
  private static final Logger log = LoggerFactory.getLogger(DirectoryObjects.class);

  private final BlobDirectory directory;
  private final DiskReserve reserve;
  private final RecordLocks locks;

  private DirectoryObjects(BlobDirectory directory, DiskReserve reserve) {
    this.directory = directory;
    this.reserve = reserve;
    this.locks = new RecordLocks(directory);
  }

  /**
   * Opens a directory. A missing directory is created with access only for its user.
   *
   * @throws dev.atf.blob.BlobStoreException if it cannot be created or written to
   */
  public static DirectoryObjects open(Path root) {
    var directory = BlobDirectory.open(root);
    var reserve =
        directory.call("read the space of its disk", () -> DiskReserve.of(directory.root()));
    return new DirectoryObjects(directory, reserve);
  }

  static DirectoryObjects open(Path root, DiskReserve reserve) {
    return new DirectoryObjects(BlobDirectory.open(root), reserve);
  }

  @Override
  public Optional<VersionedRecord> record(BlobKey key) {
    return directory.call("read a record", () -> read(key)).map(json -> versioned(key, json));
  }

  private VersionedRecord versioned(BlobKey key, String json) {
    // Two records of a blob are never equal, because the generation is new or the expiry is later.
    return RecordJson.read(json, json, directory.record(key).toString());
  }

  private Optional<String> read(BlobKey key) throws IOException {
    try {
      // Bytes that are not text are damage, like any text that is not a record, and not a read
      // failure.
      return Optional.of(
          new String(Files.readAllBytes(directory.record(key)), StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  @Override
  public boolean put(BlobKey key, BlobRecord record, Optional<String> seen) {
    return directory.call(
        "write a record", () -> locks.holding(key, () -> replace(key, record, seen)));
  }

  private boolean replace(BlobKey key, BlobRecord record, Optional<String> seen)
      throws IOException {
    if (!read(key).equals(seen)) {
      return false;
    }
    write(key, RecordJson.write(record));
    return true;
  }

  private void write(BlobKey key, String json) throws IOException {
    var temporary = directory.temporary(key);
    try (var file = directory.openNew(temporary)) {
      for (var left = ByteBuffer.wrap(json.getBytes(StandardCharsets.UTF_8));
          left.hasRemaining(); ) {
        file.write(left);
      }
      file.force(true);
    }
    directory.move(temporary, directory.record(key));
  }

  @Override
  public boolean remove(BlobKey key, String seen) {
    return directory.call("remove a record", () -> locks.holding(key, () -> delete(key, seen)));
  }

  private boolean delete(BlobKey key, String seen) throws IOException {
    if (!read(key).equals(Optional.of(seen))) {
      return false;
    }
    Files.delete(directory.record(key));
    // The record goes before its content can be deleted.
    BlobDirectory.sync(directory.of(key));
    return true;
  }

  @Override
  public ContentWriter write(ContentName name, long bytes) {
    directory.run("read the space of its disk", () -> reserve.require(bytes));
    return new ContentFile(directory, reserve, name);
  }

  @Override
  public OptionalLong length(ContentName name) {
    return directory.call(
        "read the size of a blob",
        () -> {
          try {
            return OptionalLong.of(Files.size(directory.content(name)));
          } catch (NoSuchFileException e) {
            return OptionalLong.empty();
          }
        });
  }

  @Override
  public Optional<InputStream> open(ContentName name) {
    return directory.call(
        "open the content of a blob",
        () -> {
          try {
            return Optional.of(Files.newInputStream(directory.content(name)));
          } catch (NoSuchFileException e) {
            return Optional.empty();
          }
        });
  }

  @Override
  public void delete(ContentName name) {
    directory.run(
        "delete the content of a blob",
        () -> {
          Files.deleteIfExists(directory.content(name));
          try {
            Files.deleteIfExists(directory.of(name.key()));
          } catch (DirectoryNotEmptyException e) {
            // The directory still has a record or another content.
          }
        });
  }

  @Override
  public ObjectPage list(Optional<String> after, int max) {
    return directory.call("list", () -> new FileList(directory, after, max).page());
  }

  @Override
  public ObjectPage list(String tenant, Optional<String> after, int max) {
    return directory.call(
        "list", () -> new FileList(directory, after, max).page(ObjectNames.ofTenant(tenant)));
  }

  @Override
  public void removeUnfinished(Instant before) {
    directory.run(
        "remove temporary files",
        () -> {
          for (var file : BlobDirectory.names(directory.temporaries())) {
            var path = directory.temporaries().resolve(file);
            try {
              if (Files.getLastModifiedTime(path).toInstant().isBefore(before)) {
                Files.deleteIfExists(path);
              }
            } catch (NoSuchFileException e) {
              // The upload has finished.
            }
          }
        });
  }

  /** Does nothing: a directory needs no closing. */
  @Override
  public void close() {}

  /**
   * Locks of records for short changes. Locks of this process separate its threads, which share
   * file locks. Locks of the file system separate processes, and are released when a process dies.
   */
  private static final class RecordLocks {
    /**
     * Locks for all directories of this process. There are more locks than threads. Two files may
     * share a lock.
     */
    private static final ReentrantLock[] STRIPES =
        Stream.generate(ReentrantLock::new).limit(256).toArray(ReentrantLock[]::new);

    private final BlobDirectory directory;

    RecordLocks(BlobDirectory directory) {
      this.directory = directory;
    }

    /** Runs a call while holding the lock of a record, after waiting for it. */
    <T> T holding(BlobKey key, BlobDirectory.FileCall<T> call) throws IOException {
      var file = directory.lock(key);
      var stripe = STRIPES[Math.floorMod(file.hashCode(), STRIPES.length)];
      stripe.lock();
      try (var channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        // The lock is held until the channel is closed.
        var unused = channel.lock();
        return call.call();
      } finally {
        stripe.unlock();
      }
    }
  }

  /** Content that is written to a temporary file, until it is complete. */
  private static final class ContentFile implements ContentWriter {
    private final BlobDirectory directory;
    private final DiskReserve reserve;
    private final Path temporary;
    private final Path target;
    private final FileChannel file;
    private boolean isComplete;

    ContentFile(BlobDirectory directory, DiskReserve reserve, ContentName name) {
      this.directory = directory;
      this.reserve = reserve;
      this.temporary = directory.temporary(name);
      this.target = directory.content(name);
      this.file = directory.call("start the upload of a blob", () -> directory.openNew(temporary));
    }

    @Override
    public void write(ByteBuffer part) {
      directory.run(
          "write the content of a blob",
          () -> {
            // Others write too, so space that was free at the beginning may be used now.
            reserve.require(part.remaining());
            while (part.hasRemaining()) {
              file.write(part);
            }
          });
    }

    @Override
    public void complete() {
      directory.run(
          "complete the upload of a blob",
          () -> {
            file.force(true);
            file.close();
            directory.move(temporary, target);
          });
      isComplete = true;
    }

    @Override
    public void close() {
      if (isComplete) {
        return;
      }
      try {
        file.close();
        Files.deleteIfExists(temporary);
      } catch (IOException e) {
        log.warn("file={} was not deleted; a sweep will", temporary, e);
      }
    }
  }
}
