package dev.atf.frontend.settings;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Settings of a frontend to change only after measuring.
 *
 * @param lambdaCacheAge maximum age of cached settings of lambdas
 * @param batchWidth concurrent writes of a batch
 * @param batchThreadsMax concurrent writes of all batches
 * @param watchesPerCallerMax live event streams of an authenticated caller
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
