package dev.atf.executor.supervisor;

import dev.atf.executor.core.Backoff;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long a place stays empty after a death: full jitter up to a doubling bound, so that executors
 * of a host that died together do not come back together.
 */
final class RestartBackoff {
  /** Chosen: two deaths may be bad luck. */
  static final int CRASH_LOOP_DEATHS = 3;

  private final SupervisorConfig config;
  private final RandomGenerator random;
  private int deathsInARow;

  RestartBackoff(SupervisorConfig config, RandomGenerator random) {
    this.config = config;
    this.random = random;
  }

  /** One that ran for so long makes the deaths before it forgotten. */
  void ranFor(Duration age) {
    if (age.compareTo(config.steadyAfter()) >= 0) {
      deathsInARow = 0;
    }
  }

  Duration afterDeath() {
    deathsInARow++;
    return new Backoff(config.restartBackoffMin(), config.restartBackoffMax())
        .after(deathsInARow, random);
  }

  int deathsInARow() {
    return deathsInARow;
  }

  boolean isCrashLoop() {
    return deathsInARow >= CRASH_LOOP_DEATHS;
  }
}
