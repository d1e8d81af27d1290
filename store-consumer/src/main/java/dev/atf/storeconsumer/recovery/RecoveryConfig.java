package dev.atf.storeconsumer.recovery;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Settings for ending leases after the store or every HSC was away (law 10).
 *
 * @param awayAfter silence of the store or of all HSCs that counts as an outage; zero for half a
 *     lease, and at least {@code memberTimeout}. It must exceed the {@code beatInterval} of HSCs
 * @param hold time from the end of an outage until the first lease is ended; zero for one stored
 *     lease
 * @param perSecond number of leases that one consumer ends per second after that time
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
