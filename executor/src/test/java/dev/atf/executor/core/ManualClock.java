package dev.atf.executor.core;

import dev.atf.runtime.loop.MonotonicClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clock that moves only when it is set. It starts near the wrap-around, where careless comparisons
 * fail.
 */
public final class ManualClock implements MonotonicClock {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000_000L);

  @Override
  public long nanos() {
    return nanos.get();
  }

  public void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }
}
