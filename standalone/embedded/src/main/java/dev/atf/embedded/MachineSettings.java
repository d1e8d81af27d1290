package dev.atf.embedded;

import dev.atf.model.lambda.LeaseTimes;
import dev.atf.storeconsumer.StoreConsumerConfig;
import java.time.Duration;
import java.util.Collection;

/**
 * Settings of the services of one machine that do not depend on its engine and ports.
 *
 * @param pollInterval poll interval of the store consumer
 */
public record MachineSettings(LeaseTimes lease, Duration pollInterval) {
  private static final Duration REFRESH_MIN = Duration.ofMillis(100);

  public Settings frontend() {
    return new Settings().withLease(lease).with("ATF_CREATE_TABLES", true);
  }

  public Settings hsc() {
    return new Settings()
        .withLease(lease)
        .withStoreTimes(lease)
        .with("ATF_LAMBDA_REFRESH", lambdaRefresh());
  }

  public Settings storeConsumer() {
    return new Settings()
        .withLease(lease)
        .with("ATF_POLL_INTERVAL", pollInterval)
        .with("ATF_LAMBDA_REFRESH", lambdaRefresh());
  }

  public Settings controller(Collection<String> lambdas) {
    return new Settings()
        .with("ATF_LAMBDAS", String.join(",", lambdas))
        .with("ATF_CREATE_QUEUES", true)
        // Long polls cost nothing here, and a drain waits for the last of them.
        .with("ATF_RECEIVE_WAIT", "2s");
  }

  /**
   * Returns the refresh interval of lambdas. On one machine it is at most the poll interval, so
   * that a gate takes effect within it.
   */
  private Duration lambdaRefresh() {
    var max = StoreConsumerConfig.DEFAULTS.lambdaRefresh();
    return pollInterval.compareTo(REFRESH_MIN) < 0
        ? REFRESH_MIN
        : pollInterval.compareTo(max) > 0 ? max : pollInterval;
  }
}
