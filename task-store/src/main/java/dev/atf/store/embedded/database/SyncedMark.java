package dev.atf.store.embedded.database;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32;

/**
 * Number of a durable write, in a file beside the log. An opened log must contain at least that
 * write: otherwise durable data is lost, by damage and not by a torn tail.
 *
 * <p>It is written after each fsync and not itself made durable at once: after a loss of power it
 * may name an earlier write, never one that was not durable.
 *
 * <p>No channel: one is closed by the interruption of a thread that uses it, and in a library these
 * are the threads of its users.
 */
final class SyncedMark implements AutoCloseable {
  private static final int BYTES = 2 * Long.BYTES;

  private final RandomAccessFile file;
  private final long atOpen;

  private SyncedMark(RandomAccessFile file, long atOpen) {
    this.file = file;
    this.atOpen = atOpen;
  }

  /**
   * Makes it, with 0, if there is none.
   *
   * @throws DamagedStoreException if it is not a mark
   */
  static SyncedMark open(Path file) {
    return open(file, "rw");
  }

  /** Opens a mark that another process may be setting. */
  static SyncedMark openReadOnly(Path file) {
    return open(file, "r");
  }

  private static SyncedMark open(Path path, String mode) {
    try {
      var file = new RandomAccessFile(path.toFile(), mode);
      try {
        return new SyncedMark(file, read(file, path));
      } catch (IOException | RuntimeException e) {
        file.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the number that the last process to open the store has left. */
  long atOpen() {
    return atOpen;
  }

  synchronized void set(long number) {
    var bytes = ByteBuffer.allocate(BYTES).putLong(number).putLong(sum(number)).array();
    try {
      // One small write within one sector: it is written whole or not at all.
      file.seek(0);
      file.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try (file) {
      file.getFD().sync();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long read(RandomAccessFile file, Path path) throws IOException {
    var bytes = new byte[BYTES];
    int read = file.read(bytes);
    if (read <= 0) {
      return 0;
    }
    if (read < BYTES) {
      throw new DamagedStoreException(path + " is cut off");
    }
    var buffer = ByteBuffer.wrap(bytes);
    long number = buffer.getLong();
    if (buffer.getLong() != sum(number)) {
      throw new DamagedStoreException(path + " is damaged");
    }
    return number;
  }

  private static long sum(long number) {
    var sum = new CRC32();
    sum.update(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
    return sum.getValue();
  }
}
