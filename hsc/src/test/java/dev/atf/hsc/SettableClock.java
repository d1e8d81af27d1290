package dev.atf.hsc;

import dev.atf.runtime.loop.MonotonicClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Wall clock and monotonic clock of a process, moved by hand. */
public final class SettableClock implements InstantSource, MonotonicClock {
  private final Instant start;
  private volatile Instant now;
  private volatile Duration jumped = Duration.ZERO;

  SettableClock(Instant now) {
    this.start = now;
    this.now = now;
  }

  @Override
  public Instant instant() {
    return now.plus(jumped);
  }

  @Override
  public long nanos() {
    return Duration.between(start, now).toNanos();
  }

  /** Goes to a time, with all jumps undone. */
  public void set(Instant instant) {
    now = instant;
    jumped = Duration.ZERO;
  }

  public void advance(Duration duration) {
    now = now.plus(duration);
  }

  /** Moves only the wall clock. */
  public void jump(Duration by) {
    jumped = jumped.plus(by);
  }
}
