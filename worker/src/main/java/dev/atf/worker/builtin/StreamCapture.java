package dev.atf.worker.builtin;

import dev.atf.runtime.loop.Threads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Reads one stream of a command to its end on a thread of its own, and keeps the beginning. Output
 * beyond the bound is read and discarded, so that the command never blocks on it.
 */
final class StreamCapture {
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final int bytesMax;
  private boolean overflowed;

  private StreamCapture(int bytesMax) {
    this.bytesMax = bytesMax;
  }

  static StreamCapture start(String name, InputStream stream, int bytesMax) {
    var capture = new StreamCapture(bytesMax);
    Threads.system().start(name, () -> capture.readAll(stream));
    return capture;
  }

  /**
   * Waits for the stream's end, at most so long: a child that the command left behind may hold it
   * open.
   */
  void awaitEnd(long millis) throws InterruptedException {
    boolean ignored = ended.await(millis, TimeUnit.MILLISECONDS);
  }

  /** Returns the kept output as UTF-8; other bytes become U+FFFD. */
  synchronized String text() {
    return kept.toString(StandardCharsets.UTF_8);
  }

  /** Returns whether there was more output, or may be. */
  synchronized boolean isTruncated() {
    return overflowed || ended.getCount() > 0;
  }

  private void readAll(InputStream stream) {
    var buffer = new byte[8 * 1024];
    try (stream) {
      for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
        keep(buffer, count);
      }
    } catch (IOException e) {
      // The command was killed: output before that counts.
    } finally {
      ended.countDown();
    }
  }

  private synchronized void keep(byte[] bytes, int count) {
    int room = Math.min(count, bytesMax - kept.size());
    kept.write(bytes, 0, room);
    overflowed |= room < count;
  }
}
