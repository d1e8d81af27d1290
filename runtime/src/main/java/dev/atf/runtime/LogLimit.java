package dev.atf.runtime;

import dev.atf.runtime.loop.MonotonicClock;
import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * Rate limit for log lines that callers can cause: writes one line per interval and counts the
 * others. Thread-safe.
 */
public final class LogLimit {
  private final MonotonicClock clock;
  private final Duration interval;
  private boolean used;
  private long lastAt;
  private long left;

  public LogLimit(MonotonicClock clock, Duration interval) {
    this.clock = clock;
    this.interval = interval;
  }

  /**
   * Writes a line, or suppresses it if one was written within the interval.
   *
   * @param line writes the line; it receives the number of lines suppressed since the last one
   */
  public void log(LongConsumer line) {
    long leftOut;
    synchronized (this) {
      if (used && clock.since(lastAt).compareTo(interval) < 0) {
        left++;
        return;
      }
      used = true;
      lastAt = clock.nanos();
      leftOut = left;
      left = 0;
    }
    line.accept(leftOut);
  }
}
