package dev.atf.storeconsumer;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Settings of a store consumer to change only after measuring.
 *
 * @param lookAheadSlack time that a poll of all partitions may take before a task is released late;
 *     added to the poll interval if {@code lookAhead} is zero
 * @param turnTime maximum duration of one poll; the remaining partitions follow in the next one
 * @param cutPause pause before re-reading a list that was cut short because its queue was full;
 *     must be shorter than the queue takes to drain
 * @param depthRefresh maximum age of the known depth of a queue; SQS refreshes its estimate at most
 *     once a second
 * @param refusedPause pause after a queue has refused a push
 * @param refusedAlarmMin delay before the first retry of a refused push; doubled after each further
 *     refusal
 * @param refusedAlarmMax maximum delay before the retry of a refused push
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
