package dev.atf.frontend.settings;

import dev.atf.model.AlarmTimes;
import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Settings for tasks that are due at once and that the frontend pushes itself.
 *
 * @param enqueueTimeout an unclaimed task is looked at so long after its push; as the store
 *     consumers have it
 * @param queueDepthMax references that may wait in a queue before further tasks go by way of the
 *     store; below the store consumers' own, so that tasks of the backlog in the store come first
 * @param depthRefresh between two looks at the depth of a queue that is pushed to
 * @param gatherMax how long a reference waits for its batch, while as many tasks of its queue are
 *     being written as would fill it
 * @param pushThreadsMax requests to the queues at a time
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
