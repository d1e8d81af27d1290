package dev.atf.worker;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Conditions under which Amazon ECS is asked not to stop this host for scaling or a deployment.
 *
 * @param protectAfter age of an attempt at which ECS is asked to protect the host from scale-in; 0s
 *     for never
 * @param protectFor duration of a protection that is not renewed; whole minutes
 */
public record ScaleInConfig(Duration protectAfter, Duration protectFor) {
  /**
   * Longest protection that ECS accepts:
   * https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-scale-in-protection-endpoint.html
   */
  private static final Duration PROTECT_FOR_MAX = Duration.ofDays(2);

  /** Shortest protection. It is renewed after half of its time, and one renewal may fail. */
  private static final Duration PROTECT_FOR_MIN = Duration.ofMinutes(2);

  public static final ScaleInConfig NONE = new ScaleInConfig(Duration.ZERO, Duration.ofMinutes(10));

  public ScaleInConfig {
    new SettingChecks()
        .notNegative("protectAfter", protectAfter)
        .within("protectFor", protectFor, PROTECT_FOR_MIN, PROTECT_FOR_MAX)
        .that(
            protectFor.toSecondsPart() == 0 && protectFor.toMillisPart() == 0,
            "protectFor",
            protectFor,
            "whole minutes")
        .end();
  }

  boolean isOn() {
    return !protectAfter.isZero();
  }
}
