package dev.atf.executor.core.call;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long to wait after so many failures in a row: full jitter up to a doubling bound. */
public record Backoff(Duration min, Duration max) {
  private static final int DOUBLINGS_MAX = 20;

  /**
   * @param failures 1 or more
   */
  public Duration after(int failures, RandomGenerator random) {
    long bound = Math.min(max.toMillis(), min.toMillis() << Math.min(failures - 1, DOUBLINGS_MAX));
    return Duration.ofMillis(1 + random.nextLong(Math.max(1, bound)));
  }
}
