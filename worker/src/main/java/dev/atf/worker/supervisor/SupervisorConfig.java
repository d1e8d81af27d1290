package dev.atf.worker.supervisor;

import dev.atf.runtime.config.Durations;
import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Times of restarts and kills of executors.
 *
 * @param lookEvery interval between checks of the children
 * @param killMargin time that a child has after its deadline to exit and report the reason
 * @param restartBackoffMin delay before the restart after a first death, then doubled
 * @param restartBackoffMax maximum delay before a restart
 * @param steadyAfter time of being ready after which earlier deaths no longer count
 * @param drainTimeout time from SIGTERM to SIGKILL; more than the executors' {@code
 *     tuning.claimWait}, {@code drainTimeout} and {@code cancelGrace} together, and 1 s more if
 *     they trace
 * @param stopTime κ, the time that stored leases allow a process to die; must equal the HSC's
 *     {@code lease.stopTime}
 * @param readyWithin time limit for a successor in a rolling restart, which is otherwise killed; on
 *     an overloaded host also the longest wait for a start
 */
public record SupervisorConfig(
    Duration lookEvery,
    Duration killMargin,
    Duration restartBackoffMin,
    Duration restartBackoffMax,
    Duration steadyAfter,
    Duration drainTimeout,
    Duration stopTime,
    Duration readyWithin) {
  /** Time in which a kill is sent and takes effect on a busy host. */
  private static final Duration KILL_TIME = Duration.ofMillis(500);

  public static final SupervisorConfig DEFAULTS =
      new SupervisorConfig(
          Duration.ofMillis(200),
          Duration.ofMillis(500),
          Duration.ofMillis(500),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofSeconds(45),
          Duration.ofSeconds(3),
          Duration.ofSeconds(60));

  public SupervisorConfig {
    new SettingChecks()
        .positive("lookEvery", lookEvery)
        .positive("killMargin", killMargin)
        .positive("restartBackoffMin", restartBackoffMin)
        .atLeast("restartBackoffMax", restartBackoffMax, restartBackoffMin, "restartBackoffMin")
        .positive("steadyAfter", steadyAfter)
        .positive("readyWithin", readyWithin)
        .notNegative("drainTimeout", drainTimeout)
        // A stopped child is noticed one update after its last notice, killed one margin after its
        // deadline, and must be dead before any other executor may claim its work (law 5).
        .atLeast(
            "stopTime",
            stopTime,
            lookEvery.plus(killMargin).plus(KILL_TIME),
            "lookEvery + killMargin + " + Durations.text(KILL_TIME))
        .end();
  }

  /**
   * Returns these settings for a cluster with another stop time.
   *
   * @param time stop time κ of the cluster's lease times
   */
  public SupervisorConfig withStopTime(Duration time) {
    return new SupervisorConfig(
        lookEvery,
        killMargin,
        restartBackoffMin,
        restartBackoffMax,
        steadyAfter,
        drainTimeout,
        time,
        readyWithin);
  }
}
