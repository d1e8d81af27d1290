package dev.atf.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** The time of a test. It stands still until the test moves it, also while tasks run. */
public final class TestClock implements InstantSource {
  private volatile Instant now;

  TestClock(Instant beginning) {
    now = beginning.truncatedTo(ChronoUnit.MILLIS);
  }

  @Override
  public Instant instant() {
    return now;
  }

  /** Moves it forward, at once, however far; what has become due by that waits to be run. */
  public void advance(Duration time) {
    advanceTo(now.plus(time));
  }

  /**
   * The same.
   *
   * @throws IllegalArgumentException if this is in the past
   */
  public void advanceTo(Instant time) {
    if (time.isBefore(now)) {
      throw new IllegalArgumentException("time: " + time + " (expected: " + now + " or later)");
    }
    // Tasks are due to the millisecond: what is due within one is due at its end.
    var millis = time.truncatedTo(ChronoUnit.MILLIS);
    now = millis.isBefore(time) ? millis.plusMillis(1) : millis;
  }
}
