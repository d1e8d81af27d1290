package dev.atf.executor;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Settings of the health check of an executor, if its program has one.
 *
 * @param every interval between checks
 * @param timeout time limit of a check
 * @param failuresMax consecutive failures after which the process takes no work; before its first
 *     success it takes none either
 * @param mustDieAfter time of failures after which an idle process exits, to be restarted; 0 for
 *     never
 * @param command check of the built-in lambdas by {@code /bin/sh -c}; exit code 0 means healthy
 */
public record HealthConfig(
    Duration every, Duration timeout, int failuresMax, Duration mustDieAfter, String command) {
  /** With these values, a failing host takes no more work within half a minute. */
  public static final HealthConfig DEFAULTS =
      new HealthConfig(
          Duration.ofSeconds(10), Duration.ofSeconds(5), 3, Duration.ofMinutes(10), "");

  public HealthConfig {
    new SettingChecks()
        .within("every", every, Duration.ofMillis(100), Duration.ofMinutes(1))
        .within("timeout", timeout, Duration.ofMillis(1), every)
        .within("failuresMax", failuresMax, 1, 100)
        .notNegative("mustDieAfter", mustDieAfter)
        .end();
  }

  HealthConfig withTimes(Duration newEvery, Duration newTimeout) {
    return new HealthConfig(newEvery, newTimeout, failuresMax, mustDieAfter, command);
  }
}
