package dev.atf.worker.builtin;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Lines of an output, as they come; one that is longer than the bound comes in pieces. */
final class LineSplitter {
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

  /** Hands on what came after the last end of a line. */
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
