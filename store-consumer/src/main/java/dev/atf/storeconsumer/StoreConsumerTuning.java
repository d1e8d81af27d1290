package dev.atf.storeconsumer;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Settings of a store consumer to change only after measuring.
 *
 * @param lookAheadSlack time that a poll may take before tasks are released late
 * @param turnTime time limit of a poll; remaining partitions follow in the next one
 * @param cutPause pause before re-reading a list whose queue was full; must be shorter than the
 *     queue takes to drain
 * @param depthRefresh maximum age of the known depth of a queue
 * @param refusedPause pause after a queue refused a push
 * @param refusedAlarmMin delay before a refused push is first retried, then doubled
 * @param refusedAlarmMax maximum delay before a refused push is retried
 */
public record StoreConsumerTuning(
    Duration lookAheadSlack,
    Duration turnTime,
    Duration cutPause,
    Duration depthRefresh,
    Duration refusedPause,
    Duration refusedAlarmMin,
    Duration refusedAlarmMax) {
  public static final StoreConsumerTuning DEFAULTS =
      new StoreConsumerTuning(
          Duration.ofMillis(500),
          Duration.ofSeconds(10),
          Duration.ofMillis(250),
          Duration.ofSeconds(1),
          // Shorter than the poll interval's default, so that each poll may try.
          Duration.ofMillis(1_500),
          Duration.ofMillis(500),
          Duration.ofSeconds(2));

  public StoreConsumerTuning {
    var hour = Duration.ofHours(1);
    new SettingChecks()
        .within("lookAheadSlack", lookAheadSlack, Duration.ZERO, Duration.ofMinutes(5))
        .within("turnTime", turnTime, Duration.ofMillis(100), hour)
        .within("cutPause", cutPause, Duration.ofMillis(1), hour)
        .within("depthRefresh", depthRefresh, Duration.ZERO, hour)
        .within("refusedPause", refusedPause, Duration.ZERO, hour)
        .within("refusedAlarmMin", refusedAlarmMin, Duration.ofMillis(1), hour)
        .within("refusedAlarmMax", refusedAlarmMax, Duration.ofMillis(1), hour)
        .atLeast("refusedAlarmMax", refusedAlarmMax, refusedAlarmMin, "refusedAlarmMin")
        .end();
  }
}
