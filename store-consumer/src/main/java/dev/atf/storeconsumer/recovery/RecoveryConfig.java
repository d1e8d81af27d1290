package dev.atf.storeconsumer.recovery;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Settings for ending leases after the store or every HSC was away (law 10).
 *
 * @param awayAfter what was missing for so long was away; zero: half a lease, and at least the
 *     member time-out
 * @param hold from the return until the first lease is ended; zero: one stored lease
 * @param perSecond leases that one consumer ends a second after the hold
 * @param doubling the rate is doubled each time this has passed
 */
public record RecoveryConfig(Duration awayAfter, Duration hold, int perSecond, Duration doubling) {
  public static final RecoveryConfig DEFAULTS =
      new RecoveryConfig(Duration.ZERO, Duration.ZERO, 10, Duration.ofSeconds(5));

  public RecoveryConfig {
    new SettingChecks()
        .within("awayAfter", awayAfter, Duration.ZERO, Duration.ofHours(1))
        .within("hold", hold, Duration.ZERO, Duration.ofHours(1))
        .within("perSecond", perSecond, 1, 10_000)
        .within("doubling", doubling, Duration.ofMillis(100), Duration.ofHours(1))
        .end();
  }
}
