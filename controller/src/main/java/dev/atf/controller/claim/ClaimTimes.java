package dev.atf.controller.claim;

import java.time.Duration;

/**
 * Time limits of claims.
 *
 * @param timeout time limit of one ClaimTasks call
 */
public record ClaimTimes(Duration timeout) {
  /**
   * Returns the time after the first sending for which an answer is useful: later, what is left of
   * the lease would not be enough to begin.
   */
  public static Duration usefulFor(Duration timeout) {
    return timeout.multipliedBy(2);
  }

  public Duration usefulFor() {
    return usefulFor(timeout);
  }
}
