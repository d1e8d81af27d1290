package dev.atf.runtime.loop;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Limits of a loop for turns that fail or hang.
 *
 * @param turnTimeMax duration of one turn of a loop above which the process reports itself
 *     unhealthy
 * @param backoffMin maximum random wait after the first failed turn of a loop; doubled after each
 *     further failure
 * @param backoffMax maximum random wait after many failed turns
 * @param stopTimeout how long the process waits at its end for a turn that it has interrupted
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
