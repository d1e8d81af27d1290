package dev.atf.hsc.claim;

import java.time.Instant;

/** Postpones retries that the lambda's budget does not allow yet. */
@FunctionalInterface
public interface RetryPace {
  /**
   * Returns the time for a retry that is about to be written.
   *
   * @param at time by the backoff, or as the handler asked; the answer is never earlier
   * @param deadline of the task, after {@code at}; the answer is before it
   */
  Instant paced(Instant at, Instant deadline);
}
