package dev.atf.store.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;

/**
 * Number of a durable write, in a file beside the log. An opened log must contain at least that
 * write: otherwise durable data is lost, by damage and not by a torn tail.
 *
 * <p>It is written after each fsync and not itself made durable at once: after a loss of power it
 * may name an earlier write, never one that was not durable.
 */
final class SyncedMark implements AutoCloseable {
  private static final int BYTES = 2 * Long.BYTES;

  private final FileChannel channel;
  private final long atOpen;

  private SyncedMark(FileChannel channel, long atOpen) {
    this.channel = channel;
    this.atOpen = atOpen;
  }

  /**
   * Makes it, with 0, if there is none.
   *
   * @throws DamagedStoreException if it is not a mark
   */
  static SyncedMark open(Path file) {
    return open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /** Opens a mark that another process may be setting. */
  static SyncedMark openReadOnly(Path file) {
    return open(file, StandardOpenOption.READ);
  }

  private static SyncedMark open(Path file, OpenOption... how) {
    try {
      var channel = FileChannel.open(file, how);
      return new SyncedMark(channel, read(channel, file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the number that the last process to open the store has left. */
  long atOpen() {
    return atOpen;
  }

  void set(long number) {
    var buffer = ByteBuffer.allocate(BYTES).putLong(number).putLong(sum(number)).flip();
    try {
      // One small write within one sector: it is written whole or not at all.
      channel.write(buffer, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try (channel) {
      channel.force(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long read(FileChannel channel, Path file) throws IOException {
    var buffer = ByteBuffer.allocate(BYTES);
    int read = channel.read(buffer, 0);
    if (read <= 0) {
      return 0;
    }
    buffer.flip();
    if (read < BYTES) {
      throw new DamagedStoreException(file + " is cut off");
    }
    long number = buffer.getLong();
    if (buffer.getLong() != sum(number)) {
      throw new DamagedStoreException(file + " is damaged");
    }
    return number;
  }

  private static long sum(long number) {
    var sum = new CRC32();
    sum.update(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
    return sum.getValue();
  }
}
