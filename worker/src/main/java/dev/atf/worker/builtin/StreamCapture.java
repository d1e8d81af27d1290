package dev.atf.worker.builtin;

import dev.atf.runtime.loop.Threads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads one stream of a command to its end on a separate thread, and keeps the first and the last
 * bytes. Output between them is read and discarded, so that the command never blocks on it.
 */
final class StreamCapture {
  /**
   * Number of bytes that are kept from the end. It is more than the details of a failure can
   * contain.
   */
  private static final int TAIL_BYTES_MAX = 4 * 1024;

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final int bytesMax;
  private final byte[] ring = new byte[TAIL_BYTES_MAX];
  private long total;

  private final LineSplitter lines;

  private StreamCapture(int bytesMax, Consumer<String> lines) {
    this.bytesMax = bytesMax;
    this.lines = new LineSplitter(lines);
  }

  /**
   * Starts to read a stream.
   *
   * @param lines receives each line
   */
  static StreamCapture start(
      String name, InputStream stream, int bytesMax, Consumer<String> lines) {
    var capture = new StreamCapture(bytesMax, lines);
    Threads.system().start(name, () -> capture.readAll(stream));
    return capture;
  }

  /**
   * Waits for the stream's end, but no longer than this time, because a child that the command left
   * behind may hold it open.
   */
  void awaitEnd(long millis) throws InterruptedException {
    boolean ignored = ended.await(millis, TimeUnit.MILLISECONDS);
  }

  /** Returns the kept output as UTF-8; other bytes become U+FFFD. */
  synchronized String text() {
    return kept.toString(StandardCharsets.UTF_8);
  }

  /** Returns whether output was, or may have been, discarded. */
  synchronized boolean isTruncated() {
    return total > kept.size() || ended.getCount() > 0;
  }

  /** Returns the last bytes as UTF-8, without a character that was cut. */
  synchronized String tail() {
    int length = (int) Math.min(total, TAIL_BYTES_MAX);
    var bytes = new byte[length];
    for (int index = 0; index < length; index++) {
      bytes[index] = ring[(int) ((total - length + index) % TAIL_BYTES_MAX)];
    }
    int from = 0;
    while (total > length && from < length && (bytes[from] & 0xC0) == 0x80) {
      from++;
    }
    return new String(bytes, from, length - from, StandardCharsets.UTF_8);
  }

  private void readAll(InputStream stream) {
    var buffer = new byte[8 * 1024];
    try (stream) {
      for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
        keep(buffer, count);
        lines.add(buffer, count);
      }
    } catch (IOException e) {
      // The command was killed. Its output before that is kept.
    } finally {
      lines.end();
      ended.countDown();
    }
  }

  private synchronized void keep(byte[] bytes, int count) {
    kept.write(bytes, 0, Math.min(count, bytesMax - kept.size()));
    for (int index = Math.max(0, count - TAIL_BYTES_MAX); index < count; index++) {
      ring[(int) ((total + index) % TAIL_BYTES_MAX)] = bytes[index];
    }
    total += count;
  }

  /**
   * Splits an output into lines as they arrive. A line that is longer than the limit is passed in
   * pieces.
   */
  private static final class LineSplitter {
    private static final int LINE_BYTES_MAX = 4 * 1024;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final Consumer<String> lines;

    LineSplitter(Consumer<String> lines) {
      this.lines = lines;
    }

    void add(byte[] bytes, int count) {
      for (int index = 0; index < count; index++) {
        if (bytes[index] == '\n') {
          flush();
        } else {
          line.write(bytes[index]);
          if (line.size() == LINE_BYTES_MAX) {
            flush();
          }
        }
      }
    }

    /** Passes on the last line, if it has no line break. */
    void end() {
      if (line.size() > 0) {
        flush();
      }
    }

    private void flush() {
      lines.accept(line.toString(StandardCharsets.UTF_8));
      line.reset();
    }
  }
}
