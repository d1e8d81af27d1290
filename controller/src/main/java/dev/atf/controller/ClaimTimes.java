package dev.atf.controller;

import java.time.Duration;

/**
 * Time limits of claims.
 *
 * @param timeout time limit of one ClaimTasks call
 */
record ClaimTimes(Duration timeout) {
  /**
   * Returns the time after the first sending for which an answer is useful: later, what is left of
   * the lease would not be enough to begin.
   */
  static Duration usefulFor(Duration timeout) {
    return timeout.multipliedBy(2);
  }

  Duration usefulFor() {
    return usefulFor(timeout);
  }
}
