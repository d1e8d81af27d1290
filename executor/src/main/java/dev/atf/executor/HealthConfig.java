package dev.atf.executor;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Settings of the health check of an executor, if its program has one.
 *
 * @param every time between the beginnings of two checks
 * @param timeout time after which a check has failed
 * @param failuresMax failed checks in a row after which no work is taken; the first check of a
 *     process must pass before it takes any
 * @param mustDieAfter how long checks fail before the process ends, once it runs nothing, for its
 *     supervisor to start another; 0: it does not
 * @param command check of the built-in lambdas, by {@code /bin/sh -c}: it passes with exit code 0;
 *     empty: they have none
 */
public record HealthConfig(
    Duration every, Duration timeout, int failuresMax, Duration mustDieAfter, String command) {
  /** Chosen: a host that fails is left alone within half a minute. */
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
