package dev.atf.local;

import dev.atf.runtime.loop.MonotonicClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for a time, or for a condition. */
public final class Pause {
  private static final Duration CHECK_EVERY = Duration.ofMillis(500);

  private Pause() {}

  /**
   * Waits until a time.
   *
   * @param nanos time on the clock
   */
  public static void until(long nanos, MonotonicClock clock) {
    long left = nanos - clock.nanos();
    if (left > 0) {
      try {
        boolean unused = new CountDownLatch(1).await(left, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  /** Returns whether the condition became true in time. */
  public static boolean until(BooleanSupplier condition, Duration atMost, MonotonicClock clock) {
    long begun = clock.nanos();
    while (!condition.getAsBoolean()) {
      if (clock.since(begun).compareTo(atMost) > 0) {
        return false;
      }
      until(clock.nanos() + CHECK_EVERY.toNanos(), clock);
    }
    return true;
  }
}
