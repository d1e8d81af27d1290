package dev.atf.runtime;

import dev.atf.runtime.loop.MonotonicClock;
import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * A bound for log lines that callers can provoke: lets one through in an interval and counts the
 * others. Any number of threads may use it.
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
   * Writes a line, or leaves it out.
   *
   * @param line is given the number of lines left out since the one before it
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
