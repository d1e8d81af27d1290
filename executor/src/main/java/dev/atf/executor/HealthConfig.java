package dev.atf.executor;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Settings of the health check of an executor, if its program has one.
 *
 * @param every time between the starts of two checks
 * @param timeout time after which a check has failed
 * @param failuresMax number of consecutive failed checks after which the process takes no work;
 *     before the first passed check it takes none either
 * @param mustDieAfter time of failing checks after which the process exits, when it runs no task,
 *     so that its supervisor restarts it; 0 for never
 * @param command health check of the built-in lambdas, run by {@code /bin/sh -c}; exit code 0 means
 *     healthy; empty for no check
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
