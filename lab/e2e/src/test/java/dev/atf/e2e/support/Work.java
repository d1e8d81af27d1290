package dev.atf.e2e.support;

import java.time.Duration;

/**
 * Work of {@link EffectsWorker}.
 *
 * @param n the result
 * @param millis time that it takes
 */
public record Work(int n, long millis) {
  static Work lasting(int n, Duration time) {
    return new Work(n, time.toMillis());
  }
}
