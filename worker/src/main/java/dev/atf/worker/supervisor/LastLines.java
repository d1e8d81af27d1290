package dev.atf.worker.supervisor;

import dev.atf.executor.ExitCode;
import java.util.ArrayDeque;
import java.util.Deque;

/** Buffer of the last lines of a process's output. Thread-safe. */
final class LastLines {
  private static final int LINES_MAX = 10;

  /** Maximum length of the text, and of each line. */
  private static final int CHARS_MAX = 900;

  private final Deque<String> lines = new ArrayDeque<>();

  /**
   * Returns whether a line shows that an executor exits because its heap is exhausted. Either the
   * JVM with {@code -XX:+ExitOnOutOfMemoryError} or the library writes such a line.
   */
  static boolean isOutOfMemory(String line) {
    return line.contains("Terminating due to java.lang.OutOfMemoryError")
        || line.contains(
            "executor terminates exitCode=%d".formatted(ExitCode.OUT_OF_MEMORY.code()));
  }

  synchronized void add(String line) {
    if (lines.size() == LINES_MAX) {
      lines.removeFirst();
    }
    lines.addLast(line);
  }

  /** Returns the lines, oldest first. If there is too much text, only its end is returned. */
  synchronized String text() {
    var text = String.join("\n", lines);
    return text.length() <= CHARS_MAX ? text : "…" + text.substring(text.length() - CHARS_MAX);
  }
}
