package dev.atf.worker.pool;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Limits of load for lambdas whose number of executor processes follows it.
 *
 * @param backlogPerProcess queued references per process above which another one is started
 * @param dueAgeMax age of due tasks above which another process is started
 * @param idleAfter time after which a superfluous process is drained
 * @param lookEvery approximate interval between these decisions
 */
public record ScaleConfig(
    int backlogPerProcess, Duration dueAgeMax, Duration idleAfter, Duration lookEvery) {
  /**
   * Shortest interval. With a shorter one, the checks of a busy queue would cost as much as its
   * messages.
   */
  private static final Duration LOOK_EVERY_MIN = Duration.ofMillis(100);

  /** Defaults. This field comes last, because its constructor reads the limit. */
  public static final ScaleConfig DEFAULTS =
      new ScaleConfig(10, Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofSeconds(5));

  public ScaleConfig {
    new SettingChecks()
        .within("backlogPerProcess", backlogPerProcess, 1, 1_000_000)
        .positive("dueAgeMax", dueAgeMax)
        .within("lookEvery", lookEvery, LOOK_EVERY_MIN, Duration.ofMinutes(10))
        // A starting process is not needed before the next check.
        .atLeast("idleAfter", idleAfter, lookEvery, "lookEvery")
        .end();
  }
}
