package dev.atf.store.embedded.database;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Number of a durable write, and the durable part of the list of files, in a file next to the log.
 * When a store is opened, it must contain both. Otherwise durable data was lost by damage, and not
 * by an incomplete write at the end.
 *
 * <p>The file is written after each fsync, and is not made durable immediately. After a loss of
 * power, it may contain an earlier write, but always one that was durable.
 *
 * <p>It does not use a channel, because the interruption of a thread would close the channel, and
 * the threads may belong to users of this library.
 */
final class SyncedMark implements AutoCloseable {
  private static final int BYTES = 5 * Long.BYTES;

  /** File of the mark; null if it is only read and does not exist. */
  private final @Nullable RandomAccessFile file;

  private final Content atOpen;

  /**
   * Content of a mark.
   *
   * @param number number of a durable write
   */
  record Content(long number, Manifest manifest) {}

  private SyncedMark(@Nullable RandomAccessFile file, Content atOpen) {
    this.file = file;
    this.atOpen = atOpen;
  }

  /**
   * Opens a mark. A missing mark is created with the number 0.
   *
   * @throws DamagedStoreException if the file is not a mark
   */
  static SyncedMark open(Path file) {
    return open(file, "rw");
  }

  /** Opens a mark that another process may be writing. A missing mark requires nothing. */
  static SyncedMark openReadOnly(Path file) {
    return Files.exists(file)
        ? open(file, "r")
        : new SyncedMark(null, new Content(0, Manifest.UNKNOWN));
  }

  private static SyncedMark open(Path path, String mode) {
    try {
      var file = new RandomAccessFile(path.toFile(), mode);
      try {
        if (mode.equals("rw") && file.length() == 0) {
          // Makes its name durable before the other files of a new store exist.
          file.getFD().sync();
        }
        return new SyncedMark(file, read(file, path));
      } catch (IOException | RuntimeException e) {
        file.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the content that the previous process with this store has left. */
  Content atOpen() {
    return atOpen;
  }

  synchronized void set(long number, Manifest manifest) {
    var bytes =
        ByteBuffer.allocate(BYTES)
            .putLong(number)
            .putLong(sum(number))
            .putLong(manifest.number())
            .putLong(manifest.bytes())
            .putLong(sum(manifest.number(), manifest.bytes()))
            .array();
    var opened = Objects.requireNonNull(file, "opened for reading");
    try {
      // This is one small write within one sector, which is written completely or not at all.
      opened.seek(0);
      opened.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (file == null) {
      return;
    }
    try (file) {
      file.getFD().sync();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Content read(RandomAccessFile file, Path path) throws IOException {
    var bytes = new byte[BYTES];
    int read = file.read(bytes);
    if (read <= 0) {
      return new Content(0, Manifest.UNKNOWN);
    }
    if (read != BYTES) {
      throw DamagedStoreException.of(
          path,
          "it has %d bytes instead of %d: it is cut off, or a build before the first release wrote it"
              .formatted(read, BYTES));
    }
    var buffer = ByteBuffer.wrap(bytes);
    long number = buffer.getLong();
    requireSum(path, buffer.getLong() == sum(number));
    var manifest = new Manifest(buffer.getLong(), buffer.getLong());
    requireSum(path, buffer.getLong() == sum(manifest.number(), manifest.bytes()));
    return new Content(number, manifest);
  }

  private static void requireSum(Path path, boolean isRight) {
    if (!isRight) {
      throw DamagedStoreException.of(path, "its checksum is wrong");
    }
  }

  private static long sum(long... numbers) {
    var content = ByteBuffer.allocate(numbers.length * Long.BYTES);
    for (long number : numbers) {
      content.putLong(number);
    }
    var sum = new CRC32();
    sum.update(content.flip());
    return sum.getValue();
  }
}
