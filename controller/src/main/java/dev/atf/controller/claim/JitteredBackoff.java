package dev.atf.controller.claim;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Random pauses with a bound that doubles: callers that failed together do not come back together
 * (law 9).
 *
 * @param first bound of the first pause, 1 ms or more
 * @param max of all bounds
 */
record JitteredBackoff(Duration first, Duration max) {
  /**
   * Maximum number of doublings: beyond it the bound is the greatest anyway, and must not overflow.
   */
  private static final int DOUBLINGS_MAX = 20;

  /**
   * Returns a random pause up to the bound.
   *
   * @param before number of earlier pauses
   */
  Duration any(int before, RandomGenerator random) {
    return Duration.ofMillis(1 + random.nextLong(bound(before)));
  }

  /** Returns a random pause in the upper half of the bound: never zero. */
  Duration half(int before, RandomGenerator random) {
    long bound = bound(before);
    return Duration.ofMillis(bound / 2 + random.nextLong(bound / 2 + 1));
  }

  private long bound(int before) {
    return Math.min(max.toMillis(), first.toMillis() << Math.min(before, DOUBLINGS_MAX));
  }
}
