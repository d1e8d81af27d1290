package dev.atf.lab.chaos;

import dev.atf.runtime.loop.MonotonicClock;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Lines with their times since the beginning, in a file; safe for many threads. */
final class FaultLog implements AutoCloseable {
  private final PrintWriter out;
  private final MonotonicClock clock;
  private final long begun;

  FaultLog(Path file, MonotonicClock clock) {
    this.clock = clock;
    this.begun = clock.nanos();
    try {
      this.out =
          new PrintWriter(
              Files.newBufferedWriter(file, StandardCharsets.UTF_8), /* autoFlush= */ true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void line(String what) {
    out.printf(Locale.ROOT, "%8.3f %s%n", clock.since(begun).toMillis() / 1e3, what);
  }

  @Override
  public void close() {
    out.close();
  }
}
