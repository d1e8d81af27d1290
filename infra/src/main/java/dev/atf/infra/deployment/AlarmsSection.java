package dev.atf.infra.deployment;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * @param topicArn topic that alarms notify; empty: a new one, without subscribers
 * @param dueAgeMax time of a due task in the store beyond which an alarm fires
 * @param deadLettersMax dead letters in five minutes without an alarm
 * @param leaseExpiriesMax leases that expired without an outcome, likewise
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
