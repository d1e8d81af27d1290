package dev.atf.runtime.rate;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Random pauses between tries, up to a bound that doubles with each consecutive failure, so that
 * callers that failed at the same time do not retry at the same time (law 9).
 *
 * @param first bound of the pause after one failure, 1 ms or more
 * @param max maximum bound
 */
public record Backoff(Duration first, Duration max) {
  /**
   * Maximum number of doublings. After them, the bound is at its maximum anyway; more would
   * overflow.
   */
  private static final int DOUBLINGS_MAX = 20;

  /**
   * Returns a pause from 1 ms to the bound.
   *
   * @param failures number of consecutive failures, 1 or more
   */
  public Duration after(int failures, RandomGenerator random) {
    return Duration.ofMillis(1 + random.nextLong(bound(failures)));
  }

  /** Returns a pause in the upper half of the bound, for a try that must not be repeated soon. */
  public Duration upperHalfAfter(int failures, RandomGenerator random) {
    long bound = bound(failures);
    return Duration.ofMillis(bound / 2 + random.nextLong(bound / 2 + 1));
  }

  private long bound(int failures) {
    long bound = first.toMillis() << Math.min(failures - 1, DOUBLINGS_MAX);
    return Math.max(1, Math.min(max.toMillis(), bound));
  }
}
