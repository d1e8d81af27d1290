package dev.atf.executor.core;

import dev.atf.runtime.Flag;
import dev.atf.runtime.loop.Threads;
import java.time.Duration;

/** Whether this process takes new work. Once begun, a drain does not end. */
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

  /** Waits, but no longer than until the drain begins. */
  public void await(Duration wait) throws InterruptedException {
    boolean ignored = begun.await(wait);
  }
}
