package dev.atf.executor.core;

import dev.atf.runtime.Flag;
import dev.atf.runtime.loop.Threads;
import java.time.Duration;

/** Switch that stops the intake of new work. A drain that has begun is not revoked. */
public final class Drain {
  private final Flag begun;

  public Drain(Threads threads) {
    this.begun = new Flag(threads);
  }

  public void begin() {
    begun.raise();
  }

  public boolean hasBegun() {
    return begun.isRaised();
  }

  /** Waits for a time, or until the drain begins if that is earlier. */
  public void await(Duration wait) throws InterruptedException {
    boolean ignored = begun.await(wait);
  }
}
