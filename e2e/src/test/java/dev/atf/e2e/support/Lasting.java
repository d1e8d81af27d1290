package dev.atf.e2e.support;

import dev.atf.runtime.loop.MonotonicClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * How long a fault has lasted. Its length is what a test is about, and not a wait for something
 * else to have happened.
 */
public final class Lasting {
  private static final CountDownLatch NEVER = new CountDownLatch(1);

  private final long from;

  private Lasting(long from) {
    this.from = from;
  }

  /** The fault begins now. */
  public static Lasting fromNow() {
    return new Lasting(MonotonicClock.system().nanos());
  }

  public Duration soFar() {
    return MonotonicClock.system().since(from);
  }

  /** Returns when it has lasted so long. */
  public void until(Duration length) {
    try {
      long left = length.minus(soFar()).toMillis();
      if (left > 0 && NEVER.await(left, TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("nobody counts that latch down");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
