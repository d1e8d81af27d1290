package dev.atf.runtime.loop;

import java.time.Duration;

/** A thread that was started, as others see it. */
public interface Strand {
  boolean isAlive();

  /** Whether the caller is it. */
  boolean isCurrent();

  void interrupt();

  /**
   * Waits for its end.
   *
   * @return false if the time was over first
   */
  boolean join(Duration patience) throws InterruptedException;
}
