package dev.atf.worker.supervisor;

import dev.atf.runtime.rate.Backoff;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Backoff of a place after a death: full jitter up to a doubling bound, so that executors that died
 * at the same time are not restarted at the same time.
 */
final class RestartBackoff {
  /** Number of consecutive deaths that make a crash loop. Two may be chance. */
  static final int CRASH_LOOP_DEATHS = 3;

  private final SupervisorConfig config;
  private final HostOverload overload;
  private final RandomGenerator random;
  private int deathsInARow;

  RestartBackoff(SupervisorConfig config, HostOverload overload, RandomGenerator random) {
    this.config = config;
    this.overload = overload;
    this.random = random;
  }

  /**
   * Records how long an executor has been ready. If this is long enough, the earlier deaths are
   * forgotten. The time before it was ready does not count.
   */
  void readyFor(Duration time) {
    if (time.compareTo(config.steadyAfter()) >= 0) {
      deathsInARow = 0;
    }
  }

  /**
   * Records a death and returns the wait. On an overloaded host, the bound grows with the number of
   * leases that all its executors lost, because an executor that loses its lease has usually run
   * for so long that its own deaths are forgotten.
   */
  Duration afterDeath() {
    deathsInARow++;
    return new Backoff(config.restartBackoffMin(), config.restartBackoffMax())
        .after(Math.max(deathsInARow, overload.lostLeases()), random);
  }

  int deathsInARow() {
    return deathsInARow;
  }

  boolean isCrashLoop() {
    return deathsInARow >= CRASH_LOOP_DEATHS;
  }
}
