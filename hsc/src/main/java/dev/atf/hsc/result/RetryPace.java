package dev.atf.hsc.result;

import java.time.Instant;

/** Puts retries off that the lambda's budget does not allow yet. */
@FunctionalInterface
public interface RetryPace {
  /**
   * When a retry may come that is about to be written.
   *
   * @param at by the backoff, or as the handler asked; the answer is never earlier
   * @param deadline of the task, after {@code at}; the answer is before it
   */
  Instant paced(Instant at, Instant deadline);
}
