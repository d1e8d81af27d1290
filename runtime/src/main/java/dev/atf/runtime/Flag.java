package dev.atf.runtime;

import dev.atf.runtime.loop.Threads;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Event that happens at most once, and for which threads may wait. */
public final class Flag {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition happened;
  private volatile boolean raised;

  public Flag(Threads threads) {
    this.happened = threads.condition(lock);
  }

  public void raise() {
    lock.lock();
    try {
      raised = true;
      happened.signalAll();
    } finally {
      lock.unlock();
    }
  }

  public boolean isRaised() {
    return raised;
  }

  /**
   * Waits until the flag is raised.
   *
   * @return false if the time-out elapsed first
   */
  public boolean await(Duration patience) throws InterruptedException {
    lock.lock();
    try {
      long left = patience.toNanos();
      while (!raised && left > 0) {
        left = happened.awaitNanos(left);
      }
      return raised;
    } finally {
      lock.unlock();
    }
  }
}
