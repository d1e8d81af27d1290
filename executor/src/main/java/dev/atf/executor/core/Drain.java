package dev.atf.executor.core;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Whether this process takes new work. Once begun, a drain does not end. */
@Singleton
public final class Drain {
  private final CountDownLatch begun = new CountDownLatch(1);

  @Inject
  public Drain() {}

  public void begin() {
    begun.countDown();
  }

  public boolean hasBegun() {
    return begun.getCount() == 0;
  }

  /** Waits, but no longer than until the drain begins. */
  public void await(Duration wait) throws InterruptedException {
    boolean ignored = begun.await(wait.toNanos(), TimeUnit.NANOSECONDS);
  }
}
