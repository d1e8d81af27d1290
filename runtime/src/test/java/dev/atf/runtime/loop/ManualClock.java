package dev.atf.runtime.loop;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A wall clock and a monotonic one that stand until they are moved. */
final class ManualClock implements InstantSource, MonotonicClock {
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");
  private long nanos;

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public long nanos() {
    return nanos;
  }

  void advance(Duration by) {
    now = now.plus(by);
    nanos += by.toNanos();
  }

  /** Lets the wall clock alone jump. */
  void jump(Duration by) {
    now = now.plus(by);
  }
}
