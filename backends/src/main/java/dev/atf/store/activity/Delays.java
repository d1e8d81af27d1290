package dev.atf.store.activity;

import java.time.Duration;
import java.util.Optional;

/**
 * Histogram of durations from a millisecond to weeks. The bound of each class is a fifth higher
 * than that of the previous class, so that a quantile is at most a fifth too high. Not thread-safe.
 */
public final class Delays {
  private static final double STEP = 1.2;

  /**
   * Number of classes. The last one ends after 24 days, which is the maximum of an int in
   * milliseconds.
   */
  private static final int CLASSES = 1 + classOf(Integer.MAX_VALUE);

  private final int[] counts = new int[CLASSES];
  private int count;

  void add(Duration delay) {
    long millis = Math.min(Math.max(0, delay.toMillis()), Integer.MAX_VALUE);
    counts[classOf(millis)]++;
    count++;
  }

  void add(Delays other) {
    for (int i = 0; i < CLASSES; i++) {
      counts[i] += other.counts[i];
    }
    count += other.count;
  }

  /**
   * Returns a quantile of the durations.
   *
   * @param share fraction between 0 and 1
   * @return empty without durations
   */
  public Optional<Duration> quantile(double share) {
    if (count == 0) {
      return Optional.empty();
    }
    long wanted = Math.max(1, (long) Math.ceil(share * count));
    long seen = 0;
    int at = -1;
    while (seen < wanted) {
      at++;
      seen += counts[at];
    }
    return Optional.of(Duration.ofMillis(endOf(at)));
  }

  /** Returns the class of a duration: 0 for zero, and otherwise the exponent of its step. */
  private static int classOf(long millis) {
    return millis == 0 ? 0 : 1 + (int) Math.ceil(Math.log((double) millis) / Math.log(STEP) - 1e-9);
  }

  private static long endOf(int index) {
    return index == 0
        ? 0
        : Math.min(Integer.MAX_VALUE, (long) Math.floor(Math.pow(STEP, index - 1) + 1e-9));
  }
}
