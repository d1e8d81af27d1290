package dev.atf.frontend.settings;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Settings of a frontend to change only after measuring.
 *
 * @param lambdaCacheAge maximum age of the cached settings of a lambda
 * @param batchWidth tasks of one batch that are written concurrently
 * @param batchThreadsMax tasks of all batches that are written concurrently
 * @param watchesPerCallerMax maximum number of live event streams of one caller, if callers
 *     authenticate
 */
public record FrontendTuning(
    Duration lambdaCacheAge, int batchWidth, int batchThreadsMax, int watchesPerCallerMax) {
  /**
   * Maximum number of live event streams of one frontend, because each one examines every
   * transition.
   */
  public static final int WATCHES_MAX = 200;

  public static final FrontendTuning DEFAULTS =
      new FrontendTuning(Duration.ofSeconds(1), 16, 64, 20);

  public FrontendTuning {
    new SettingChecks()
        .within("lambdaCacheAge", lambdaCacheAge, Duration.ZERO, Duration.ofMinutes(5))
        .within("batchThreadsMax", batchThreadsMax, 1, 1_000)
        // With a larger width, the tasks of one batch would wait for threads.
        .within("batchWidth", batchWidth, 1, Math.max(1, batchThreadsMax))
        .within("watchesPerCallerMax", watchesPerCallerMax, 1, WATCHES_MAX)
        .end();
  }
}
