package dev.atf.infra.deployment;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Settings of alarms.
 *
 * @param topicArn topic that alarms notify; empty for a new one without subscribers
 * @param dueAgeMax age of a due task in the store above which an alarm fires
 * @param deadLettersMax number of dead letters in five minutes above which an alarm fires
 * @param leaseExpiriesMax number of leases that expired without an outcome in five minutes, above
 *     which an alarm fires
 */
public record AlarmsSection(
    String topicArn, Duration dueAgeMax, int deadLettersMax, int leaseExpiriesMax) {
  public AlarmsSection {
    new SettingChecks()
        .positive("alarms.dueAgeMax", dueAgeMax)
        .within("alarms.deadLettersMax", deadLettersMax, 0, 1_000_000)
        .within("alarms.leaseExpiriesMax", leaseExpiriesMax, 0, 1_000_000)
        .end();
  }
}
