package dev.atf.storeconsumer.recovery;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Settings for ending leases after the store or every HSC was away (law 10).
 *
 * @param awayAfter silence of the store or of all HSCs that is an outage; must exceed the HSCs'
 *     {@code beatInterval}; 0 for half a lease, at least {@code memberTimeout}
 * @param hold wait after an outage before leases are ended; 0 for one stored lease
 * @param perSecond leases that one consumer then ends per second
 * @param doubling time in which this rate doubles
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
