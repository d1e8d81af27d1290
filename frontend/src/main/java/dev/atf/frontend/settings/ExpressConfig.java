package dev.atf.frontend.settings;

import dev.atf.model.AlarmTimes;
import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Settings for tasks that are due immediately, which the frontend pushes itself.
 *
 * @param enqueueTimeout time after its push at which an unclaimed task is checked; must equal the
 *     store consumers'
 * @param queueDepthMax depth above which tasks go through the store; must be below the store
 *     consumers' {@code queueDepthMax}
 * @param depthRefresh interval between reads of a queue's depth
 * @param gatherMax how long a reference may wait for others of its queue
 * @param pushThreadsMax concurrent requests to the queues
 */
public record ExpressConfig(
    Duration enqueueTimeout,
    int queueDepthMax,
    Duration depthRefresh,
    Duration gatherMax,
    int pushThreadsMax) {
  public static final ExpressConfig DEFAULTS =
      new ExpressConfig(
          AlarmTimes.DEFAULT.enqueueTimeout(),
          1_000,
          Duration.ofMillis(500),
          Duration.ofMillis(50),
          16);

  public ExpressConfig {
    new SettingChecks()
        .within("enqueueTimeout", enqueueTimeout, Duration.ofMillis(100), Duration.ofHours(1))
        // SQS holds 120,000 messages in flight.
        .within("queueDepthMax", queueDepthMax, 1, 120_000)
        .within("depthRefresh", depthRefresh, Duration.ZERO, Duration.ofMinutes(1))
        .within("gatherMax", gatherMax, Duration.ZERO, Duration.ofSeconds(1))
        .within("pushThreadsMax", pushThreadsMax, 1, 1_000)
        .end();
  }
}
