package dev.atf.executor.supervisor;

import dev.atf.runtime.ConfigException;
import java.time.Duration;

/**
 * How executors are restarted and killed.
 *
 * <p>{@code lookEvery + killMargin} and the time that a kill takes must stay below κ, the time to
 * die that the stored lease allows for (3 s by default).
 *
 * @param lookEvery between two looks at the children
 * @param killMargin how long a child may outlive its deadline, so that it can end itself and say
 *     why
 * @param restartBackoffMin after the first death
 * @param restartBackoffMax after many
 * @param steadyAfter a child that ran this long begins anew at the least backoff
 * @param drainTimeout from SIGTERM to SIGKILL; more than the executors' own drainTimeout and
 *     cancelGrace
 * @param readyWithin how long a successor may take to be ready in a rolling restart; then it is
 *     given up
 */
public record SupervisorConfig(
    Duration lookEvery,
    Duration killMargin,
    Duration restartBackoffMin,
    Duration restartBackoffMax,
    Duration steadyAfter,
    Duration drainTimeout,
    Duration readyWithin) {
  public static final SupervisorConfig DEFAULTS =
      new SupervisorConfig(
          Duration.ofMillis(200),
          Duration.ofMillis(500),
          Duration.ofMillis(500),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofSeconds(45),
          Duration.ofSeconds(60));

  public SupervisorConfig {
    requirePositive("lookEvery", lookEvery);
    requirePositive("killMargin", killMargin);
    requirePositive("restartBackoffMin", restartBackoffMin);
    requirePositive("steadyAfter", steadyAfter);
    requirePositive("readyWithin", readyWithin);
    if (restartBackoffMax.compareTo(restartBackoffMin) < 0) {
      throw new ConfigException(
          "restartBackoffMax: "
              + restartBackoffMax
              + " (expected: restartBackoffMin = "
              + restartBackoffMin
              + " or more)");
    }
    if (drainTimeout.isNegative()) {
      throw new ConfigException("drainTimeout: " + drainTimeout + " (expected: 0 or more)");
    }
  }

  private static void requirePositive(String setting, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new ConfigException(setting + ": " + value + " (expected: more than 0)");
    }
  }
}
