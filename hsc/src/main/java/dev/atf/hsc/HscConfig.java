package dev.atf.hsc;

import dev.atf.model.LeaseTimes;
import dev.atf.runtime.ConfigException;
import dev.atf.runtime.RpcServerConfig;
import dev.atf.store.dynamodb.DynamoDbConfig;
import java.time.Duration;

/**
 * The settings of the HSC.
 *
 * @param lease the times that keep two executors apart; the executors' own settings must be the
 *     same
 * @param lambdaRefresh how often the registered lambdas are read
 * @param writeConcurrency requests to the store under way at a time, for each of heartbeats,
 *     results and claims
 * @param returnDelay when work that was given back becomes due again
 * @param beatInterval how often this process says that it serves
 */
public record HscConfig(
    RpcServerConfig server,
    DynamoDbConfig store,
    LeaseTimes lease,
    Duration lambdaRefresh,
    int writeConcurrency,
    ReturnDelay returnDelay,
    Duration beatInterval) {
  public static final int PORT = 8081;

  /** Three lanes of this many stay below the 128 connections of the store's client. */
  static final int WRITE_CONCURRENCY_MAX = 40;

  public static final HscConfig DEFAULTS =
      new HscConfig(
          RpcServerConfig.onPort(PORT),
          DynamoDbConfig.DEFAULTS,
          LeaseTimes.DEFAULT,
          Duration.ofSeconds(2),
          32,
          ReturnDelay.DEFAULT,
          Duration.ofSeconds(2));

  public HscConfig {
    if (lambdaRefresh.compareTo(Duration.ofMillis(100)) < 0
        || lambdaRefresh.compareTo(Duration.ofMinutes(5)) > 0) {
      throw new ConfigException(
          "lambdaRefresh: " + lambdaRefresh + " (expected: 100 ms to 5 minutes)");
    }
    if (beatInterval.compareTo(Duration.ofMillis(100)) < 0
        || beatInterval.compareTo(Duration.ofMinutes(1)) > 0) {
      throw new ConfigException(
          "beatInterval: " + beatInterval + " (expected: 100 ms to 1 minute)");
    }
    if (writeConcurrency < 1 || writeConcurrency > WRITE_CONCURRENCY_MAX) {
      throw new ConfigException(
          "writeConcurrency: "
              + writeConcurrency
              + " (expected: 1 to "
              + WRITE_CONCURRENCY_MAX
              + ")");
    }
  }
}
