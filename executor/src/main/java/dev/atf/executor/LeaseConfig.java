package dev.atf.executor;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Heartbeats with which an executor keeps its leases. The lease itself comes with each piece of
 * work.
 *
 * @param heartbeatInterval interval between starts of heartbeats
 * @param callTimeout time limit of a call to the HSC
 * @param missedHeartbeatsMax consecutive failed heartbeats after which a process with running work
 *     exits
 */
public record LeaseConfig(
    Duration heartbeatInterval, Duration callTimeout, int missedHeartbeatsMax) {
  public static final LeaseConfig DEFAULTS =
      new LeaseConfig(Duration.ofSeconds(5), Duration.ofSeconds(2), 3);

  public LeaseConfig {
    new SettingChecks()
        .positive("heartbeatInterval", heartbeatInterval)
        .positive("callTimeout", callTimeout)
        .within("missedHeartbeatsMax", missedHeartbeatsMax, 1, 1_000)
        .end();
  }

  /**
   * Returns the shortest remaining lease with which an attempt is started. With less, the process
   * would have to exit before the answer to the first heartbeat could extend the lease.
   */
  public Duration startMargin() {
    return heartbeatInterval.plus(callTimeout);
  }

  /**
   * Returns the longest time from the loss of contact after an acknowledged heartbeat until {@code
   * missedHeartbeatsMax} heartbeats have failed.
   */
  public Duration strikesOutWithin() {
    return callTimeout.plus(heartbeatInterval.plus(callTimeout).multipliedBy(missedHeartbeatsMax));
  }
}
