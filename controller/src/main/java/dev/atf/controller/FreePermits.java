package dev.atf.controller;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * Number of tasks of one lambda that may still run, as the HSC has told. Where a limit is near, no
 * more is asked for than may run, so that the best references get the permits that become free. Not
 * thread-safe.
 */
final class FreePermits {
  /** Time after which permits are found that executors of other hosts have given back. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private static final int UNLIMITED = Integer.MAX_VALUE;

  private int free = UNLIMITED;
  private long fullUntil;

  FreePermits(long now) {
    this.fullUntil = now;
  }

  /**
   * Records what the HSC has told.
   *
   * @param fullFor time that it named in refusals; zero without any
   */
  void told(OptionalInt permits, Duration fullFor, long now) {
    free = permits.orElse(UNLIMITED);
    if (!fullFor.isZero()) {
      fullUntil = now + fullFor.toNanos();
    } else if (free == 0) {
      fullUntil = now + LOOK_AGAIN.toNanos();
    }
  }

  /** Returns how long the lambda stays full; 0 or less when a task may run. */
  long fullLeft(long now) {
    return fullUntil - now;
  }

  /**
   * Returns the number of references that may be asked for; one, where a permit may be free again.
   */
  int askable(int claimsUnderWay, long now) {
    if (fullLeft(now) > 0) {
      return 0;
    }
    return free > 0 || claimsUnderWay > 0 ? free : 1;
  }

  void asked(int refs) {
    if (free != UNLIMITED) {
      free = Math.max(0, free - refs);
    }
  }

  boolean isLimited() {
    return free != UNLIMITED;
  }

  /** Records that attempts have ended: their permits are free. */
  void ended(int attempts, long now) {
    if (attempts > 0 && fullLeft(now) > 0) {
      fullUntil = now;
    }
  }
}
