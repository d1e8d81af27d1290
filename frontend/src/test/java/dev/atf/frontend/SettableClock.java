package dev.atf.frontend;

import dev.atf.runtime.loop.MonotonicClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Wall clock and monotonic clock of a process, moved by hand. */
public final class SettableClock implements InstantSource, MonotonicClock {
  private Instant now = Instant.parse("2026-03-01T12:00:00.123456789Z");
  private long nanos;

  @Override
  public synchronized Instant instant() {
    return now;
  }

  @Override
  public synchronized long nanos() {
    return nanos;
  }

  public synchronized void advance(Duration by) {
    now = now.plus(by);
    nanos += by.toNanos();
  }
}
