package dev.atf.runtime.loop;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Limits of a loop for turns that fail or hang.
 *
 * @param turnTimeMax a turn that takes longer makes the process unhealthy until it ends
 * @param backoffMin bound of the drawn wait after the first failed turn; doubled after each other
 * @param backoffMax bound of the drawn wait after many failed turns
 * @param stopTimeout a turn that was interrupted at the end of the process is left behind after it
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
