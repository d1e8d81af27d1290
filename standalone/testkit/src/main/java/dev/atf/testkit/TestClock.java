package dev.atf.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** Clock of a test. It stands still until the test moves it, also while tasks run. */
public final class TestClock implements InstantSource {
  private volatile Instant now;

  TestClock(Instant beginning) {
    now = beginning.truncatedTo(ChronoUnit.MILLIS);
  }

  @Override
  public Instant instant() {
    return now;
  }

  /**
   * Moves the clock forward, at once, by any time; tasks that become due by that wait to be run.
   */
  public void advance(Duration time) {
    advanceTo(now.plus(time));
  }

  /**
   * Moves the clock to this time.
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
