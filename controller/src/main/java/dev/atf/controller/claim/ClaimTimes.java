package dev.atf.controller.claim;

import java.time.Duration;

/**
 * How long claims may take.
 *
 * @param timeout of one ClaimTasks call
 */
public record ClaimTimes(Duration timeout) {
  /**
   * An answer that comes later than this after the first sending is worth nothing any more: what is
   * left of the lease would not be enough to begin.
   */
  public static Duration usefulFor(Duration timeout) {
    return timeout.multipliedBy(2);
  }

  public Duration usefulFor() {
    return usefulFor(timeout);
  }
}
