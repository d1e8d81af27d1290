package dev.atf.storeconsumer;

import dev.atf.runtime.ConfigException;
import java.time.Duration;

/**
 * How leases are ended after the store or every HSC was away (law 10).
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
    requireWithin("awayAfter", awayAfter, Duration.ZERO, Duration.ofHours(1));
    requireWithin("hold", hold, Duration.ZERO, Duration.ofHours(1));
    requireWithin("doubling", doubling, Duration.ofMillis(100), Duration.ofHours(1));
    if (perSecond < 1 || perSecond > 10_000) {
      throw new ConfigException("perSecond: " + perSecond + " (expected: 1 to 10000)");
    }
  }

  private static void requireWithin(String key, Duration value, Duration min, Duration max) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new ConfigException(key + ": " + value + " (expected: " + min + " to " + max + ")");
    }
  }
}
