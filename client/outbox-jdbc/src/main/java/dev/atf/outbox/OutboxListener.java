package dev.atf.outbox;

import java.time.Duration;

/**
 * Receives what a relay does, such as for metrics. The relay calls it on its own thread, and waits
 * for it.
 */
public interface OutboxListener {
  /** Tasks were scheduled, and their rows deleted. */
  default void scheduled(int tasks) {}

  /**
   * ATF refused a row that it had not refused before. The row is tried again, and keeps later rows
   * of its ordering key back.
   */
  default void refused(String lambda, String failure) {}

  /**
   * The table was counted, which every relay does each 10 seconds, whether it has the lease or not.
   *
   * @param rows rows in the table
   * @param refused those that ATF refused
   * @param oldest age of the oldest row; zero without rows
   */
  default void waiting(long rows, long refused, Duration oldest) {}
}
