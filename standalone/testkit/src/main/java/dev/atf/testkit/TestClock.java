package dev.atf.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** Clock of a test. It only moves when the test moves it, even while tasks run. */
public final class TestClock implements InstantSource {
  private volatile Instant now;

  TestClock(Instant beginning) {
    now = beginning.truncatedTo(ChronoUnit.MILLIS);
  }

  @Override
  public Instant instant() {
    return now;
  }

  /** Moves the clock forward in one step. Tasks that become due wait until the test runs them. */
  public void advance(Duration time) {
    advanceTo(now.plus(time));
  }

  /**
   * Moves the clock to this time.
   *
   * @throws IllegalArgumentException if the time is in the past
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
