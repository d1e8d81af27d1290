package dev.atf.executor.core.attempt;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Most recent lines of one attempt that are not sent yet. Their total size is bounded. Adding a
 * line never waits. Thread-safe.
 */
public final class LogSink {
  /** Maximum size of a line in bytes. Four lines fit into a part. A longer line is cut. */
  public static final int LINE_BYTES_MAX = 8 * 1024;

  private static final byte[] CUT = "…\n".getBytes(StandardCharsets.UTF_8);

  private final int bytesMax;
  private @Nullable Deque<byte[]> lines;
  private int bytes;
  private long dropped;
  private boolean closed;

  /**
   * Creates an empty log.
   *
   * @param bytesMax maximum size of the lines in bytes; 0 to discard all lines
   */
  public LogSink(int bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Adds a line. The oldest lines are dropped if there is no space for it. */
  public void add(String text) {
    if (bytesMax <= 0) {
      return;
    }
    var line = line(text);
    synchronized (this) {
      if (closed) {
        return;
      }
      if (lines == null) {
        lines = new ArrayDeque<>();
      }
      lines.add(line);
      bytes += line.length;
      while (bytes > bytesMax && lines.size() > 1) {
        bytes -= lines.remove().length;
        dropped++;
      }
    }
  }

  /** Stops taking lines, because the attempt has ended. */
  public synchronized void close() {
    closed = true;
  }

  public synchronized boolean isClosed() {
    return closed;
  }

  public synchronized boolean isEmpty() {
    return lines == null || lines.isEmpty();
  }

  /**
   * Takes the oldest lines. If earlier lines were dropped, the first line shows their number.
   *
   * @param most maximum number of bytes, at least that of two lines
   * @return empty if there are none
   */
  public synchronized byte[] take(int most) {
    var taken = new ByteArrayOutputStream();
    if (lines == null || lines.isEmpty()) {
      return taken.toByteArray();
    }
    if (dropped > 0) {
      var note = "… %d lines dropped\n".formatted(dropped);
      taken.writeBytes(note.getBytes(StandardCharsets.UTF_8));
      dropped = 0;
    }
    int begin = taken.size();
    while (!lines.isEmpty()
        && (taken.size() == begin || taken.size() + lines.element().length <= most)) {
      var line = lines.remove();
      bytes -= line.length;
      taken.writeBytes(line);
    }
    return taken.toByteArray();
  }

  private byte[] line(String text) {
    var whole = (text + "\n").getBytes(StandardCharsets.UTF_8);
    int most = Math.min(LINE_BYTES_MAX, bytesMax);
    if (whole.length <= most) {
      return whole;
    }
    int end = most - CUT.length;
    // The cut must not be within a character.
    while (end > 0 && (whole[end] & 0xC0) == 0x80) {
      end--;
    }
    var cut = Arrays.copyOf(whole, end + CUT.length);
    System.arraycopy(CUT, 0, cut, end, CUT.length);
    return cut;
  }
}
