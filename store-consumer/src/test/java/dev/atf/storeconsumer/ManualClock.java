package dev.atf.storeconsumer;

import dev.atf.runtime.loop.MonotonicClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A wall clock and a monotonic clock that do not advance until a test moves them. */
public final class ManualClock implements InstantSource, MonotonicClock {
  public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private Instant now = START;
  private long nanos;

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public long nanos() {
    return nanos;
  }

  public void advance(Duration by) {
    now = now.plus(by);
    nanos += by.toNanos();
  }

  /** Moves both clocks to a time of the wall clock. */
  public void advanceTo(Instant at) {
    advance(Duration.between(now, at));
  }

  /** Lets only the wall clock jump. */
  public void jump(Duration by) {
    now = now.plus(by);
  }
}
