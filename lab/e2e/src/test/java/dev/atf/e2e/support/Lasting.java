package dev.atf.e2e.support;

import dev.atf.runtime.loop.MonotonicClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Duration of a fault. A test is about this length; it does not wait for another event. */
public final class Lasting {
  private static final CountDownLatch NEVER = new CountDownLatch(1);

  private final long from;

  private Lasting(long from) {
    this.from = from;
  }

  /** Starts the duration of the fault now. */
  public static Lasting fromNow() {
    return new Lasting(MonotonicClock.system().nanos());
  }

  public Duration soFar() {
    return MonotonicClock.system().since(from);
  }

  /** Returns when the fault has lasted so long. */
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
