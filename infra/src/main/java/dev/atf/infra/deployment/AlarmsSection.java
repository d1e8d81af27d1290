package dev.atf.infra.deployment;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * @param topicArn who is told; empty: a topic is made, without subscribers
 * @param dueAgeMax a due task that waited longer in the store calls somebody
 * @param deadLettersMax dead letters in five minutes that call nobody
 * @param leaseExpiriesMax leases that ended without an outcome, likewise
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
