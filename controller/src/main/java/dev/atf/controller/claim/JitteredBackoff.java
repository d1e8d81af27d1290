package dev.atf.controller.claim;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Pauses that are drawn, with a bound that doubles: those who failed together do not come back
 * together (law 9).
 *
 * @param first bound of the first pause, 1 ms or more
 * @param max of all bounds
 */
record JitteredBackoff(Duration first, Duration max) {
  /** Beyond it the bound is the greatest anyway, and must not overflow. */
  private static final int DOUBLINGS_MAX = 20;

  /**
   * Anything up to the bound.
   *
   * @param before how many pauses went before this one
   */
  Duration any(int before, RandomGenerator random) {
    return Duration.ofMillis(1 + random.nextLong(bound(before)));
  }

  /** The second half of the bound is drawn: never at once. */
  Duration half(int before, RandomGenerator random) {
    long bound = bound(before);
    return Duration.ofMillis(bound / 2 + random.nextLong(bound / 2 + 1));
  }

  private long bound(int before) {
    return Math.min(max.toMillis(), first.toMillis() << Math.min(before, DOUBLINGS_MAX));
  }
}
