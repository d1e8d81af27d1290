package dev.atf.frontend.express;

import dev.atf.model.fairness.KeyGroup;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Number of tasks of each group of fairness keys that came lately. Times are of one monotonic
 * clock, in nanoseconds. Not thread-safe.
 */
final class RecentGroups {
  private static final long WINDOW = Duration.ofSeconds(10).toNanos();

  /** Chosen: of one key in one or two windows, so 10 to 20 a second. */
  static final int FEW = 200;

  private Map<KeyGroup, Integer> current = new HashMap<>();
  private Map<KeyGroup, Integer> before = Map.of();
  private long since;
  private boolean begun;

  /** Counts one, and returns whether it is one of few. */
  boolean isFew(KeyGroup group, long now) {
    long age = now - since;
    if (!begun || age >= WINDOW) {
      begun = true;
      before = age < 2 * WINDOW ? current : Map.of();
      current = new HashMap<>();
      since = now;
    }
    return current.merge(group, 1, Integer::sum) + before.getOrDefault(group, 0) <= FEW;
  }
}
