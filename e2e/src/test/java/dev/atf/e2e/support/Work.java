package dev.atf.e2e.support;

import java.time.Duration;

/**
 * What {@link EffectsWorker} is to do.
 *
 * @param n the result
 * @param millis how long it takes
 */
public record Work(int n, long millis) {
  static Work lasting(int n, Duration time) {
    return new Work(n, time.toMillis());
  }
}
