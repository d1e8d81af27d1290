package dev.atf.runtime.loop;

import java.time.Duration;

/** Handle of a started thread. */
public interface ThreadHandle {
  boolean isAlive();

  /** Returns whether the calling thread is this one. */
  boolean isCurrent();

  void interrupt();

  /**
   * Waits until the thread has ended.
   *
   * @return false if the time-out elapsed first
   */
  boolean join(Duration patience) throws InterruptedException;
}
