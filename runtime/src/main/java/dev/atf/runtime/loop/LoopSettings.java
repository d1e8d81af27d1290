package dev.atf.runtime.loop;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Limits of a loop for turns that fail or hang.
 *
 * @param turnTimeMax duration of a loop's turn above which the process is unhealthy
 * @param backoffMin maximum random wait after a loop's first failed turn, then doubled
 * @param backoffMax maximum wait after failed turns
 * @param stopTimeout maximum wait at the end for an interrupted turn
 */
public record LoopSettings(
    Duration turnTimeMax, Duration backoffMin, Duration backoffMax, Duration stopTimeout) {
  public static final LoopSettings DEFAULT =
      new LoopSettings(
          Duration.ofSeconds(60),
          Duration.ofMillis(100),
          Duration.ofSeconds(5),
          Duration.ofSeconds(30));

  public LoopSettings {
    new SettingChecks()
        .positive("turnTimeMax", turnTimeMax)
        .within("backoffMin", backoffMin, Duration.ofMillis(1), Duration.ofHours(1))
        .within("backoffMax", backoffMax, Duration.ofMillis(1), Duration.ofHours(1))
        .atLeast("backoffMax", backoffMax, backoffMin, "backoffMin")
        .notNegative("stopTimeout", stopTimeout)
        .end();
  }
}
