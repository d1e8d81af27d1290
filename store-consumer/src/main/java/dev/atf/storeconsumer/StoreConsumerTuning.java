package dev.atf.storeconsumer;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Settings of a store consumer to change only after measuring.
 *
 * @param lookAheadSlack what a round over the partitions may take before a task in them is late;
 *     added to the poll interval where no look-ahead is set
 * @param turnTime a poll that has lasted so long leaves the rest of its round to its next turn
 * @param cutPause how soon a list is read again of which a queue could not take all: before the
 *     queue is empty
 * @param depthRefresh how old the known depth of a queue may be; SQS refreshes its estimate no more
 *     often than by the second
 * @param refusedPause for how long a queue that refused a push is left alone
 * @param refusedAlarmMin earliest time at which a refused push is tried again; doubled each time
 * @param refusedAlarmMax latest time at which a refused push is tried again; doubled each time
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
