package dev.atf.hsc;

import dev.atf.hsc.call.Bulkhead;
import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.claim.ReturnDelay;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.worker.HealthTimes;
import dev.atf.runtime.config.SettingChecks;
import dev.atf.runtime.credentials.CredentialsConfig;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.store.dynamodb.DynamoDbConfig;
import java.time.Duration;

/**
 * The settings of the HSC. Its component has each of them, and each group of them, by its type.
 *
 * @param server port for executors and controllers
 * @param store tables
 * @param blobs place of files: {@code s3://bucket/prefix}, or a directory that all frontends and
 *     HSCs share; empty for no files
 * @param lease times that prevent two executors from running the same task; the executors must have
 *     the same settings
 * @param lambdaRefresh interval between reads of the lambdas
 * @param writeConcurrency concurrent requests to the store for each of heartbeats, results and
 *     claims; together at most {@code store.client.connectionsMax}
 * @param returnDelay when returned work becomes due again
 * @param tuning settings to change only after measuring
 * @param loops failing and hanging loops
 * @param beatInterval interval between heartbeats of this process
 * @param workers times of silence after which a worker host is unhealthy, and after which it is
 *     lost; the longer of {@code lossAfter} and the stored lease applies
 * @param credentials credentials for store consumers
 */
public record HscConfig(
    RpcServerConfig server,
    DynamoDbConfig store,
    String blobs,
    LeaseTimes lease,
    Duration lambdaRefresh,
    int writeConcurrency,
    ReturnDelay returnDelay,
    HscTuning tuning,
    LoopSettings loops,
    Duration beatInterval,
    HealthTimes workers,
    CredentialsConfig credentials) {
  public static final int PORT = 8081;

  private static final int LANES = 3;

  /** Number of connections in addition to those of the bulkheads, for the registry of lambdas. */
  private static final int OTHER_CONNECTIONS = 8;

  /** Defaults of the store. The store must answer or fail while an executor still waits. */
  private static final DynamoDbConfig STORE =
      DynamoDbConfig.DEFAULTS.with(
          DynamoDbConfig.DEFAULTS
              .client()
              .withTimeouts(Duration.ofMillis(1_800), Duration.ofMillis(1_500)));

  public static final HscConfig DEFAULTS =
      new HscConfig(
          RpcServerConfig.onPort(PORT),
          STORE,
          "",
          LeaseTimes.DEFAULT,
          Duration.ofSeconds(2),
          32,
          ReturnDelay.DEFAULT,
          HscTuning.DEFAULTS,
          LoopSettings.DEFAULT,
          Duration.ofSeconds(2),
          HealthTimes.DEFAULT,
          CredentialsConfig.NONE);

  public HscConfig {
    var client = store.client();
    new SettingChecks()
        .within("lambdaRefresh", lambdaRefresh, Duration.ofMillis(100), Duration.ofMinutes(5))
        // With the default settings of store consumers, 10 s without a heartbeat of any HSC can be
        // an outage, during which they end no lease. One lost heartbeat must not be one.
        .within("beatInterval", beatInterval, Duration.ofMillis(100), Duration.ofSeconds(5))
        // More requests than connections would wait for one another, heartbeats for claims.
        .within(
            "writeConcurrency",
            writeConcurrency,
            1,
            Math.max(1, (client.connectionsMax() - OTHER_CONNECTIONS) / LANES))
        // Executors give up after lease.callTimeout and count a strike: by then they must have the
        // answer that the store does not respond. Work that has not started by then is skipped
        // (Caller). One request of each claim or heartbeat that has started may still be in
        // progress.
        .lessThan(
            "store.client.callTimeout",
            client.callTimeout(),
            lease.callTimeout(),
            "lease.callTimeout, for which executors wait,")
        .atLeast(
            "server.requestTimeout",
            server.requestTimeout(),
            lease.callTimeout(),
            "lease.callTimeout, for which executors wait,")
        // A reading of the registry repeats its call once.
        .atLeast(
            "loops.turnTimeMax",
            loops.turnTimeMax(),
            client.callTimeout().multipliedBy(2),
            "2 x store.client.callTimeout")
        .end();
  }

  Bulkhead.Limits bulkheads() {
    return new Bulkhead.Limits(writeConcurrency, tuning.callsMax());
  }

  RetryingWrites.Tries writeTries() {
    return new RetryingWrites.Tries(
        tuning.writeTriesMax(), store.client().callTimeout(), lease.callTimeout());
  }
}
