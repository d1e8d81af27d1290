package dev.atf.infra.deployment;

import dev.atf.runtime.config.SettingChecks;
import java.util.List;

/**
 * Logs of the services, the workers and the network.
 *
 * @param retentionDays number of days for which a log is kept
 */
public record LogsSection(int retentionDays) {
  /**
   * Values that CloudWatch Logs accepts:
   * https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html
   */
  private static final List<Integer> RETENTIONS =
      List.of(
          1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557,
          2922, 3288, 3653);

  public LogsSection {
    new SettingChecks()
        .that(
            RETENTIONS.contains(retentionDays),
            "logs.retentionDays",
            retentionDays,
            "one of " + RETENTIONS)
        .end();
  }
}
