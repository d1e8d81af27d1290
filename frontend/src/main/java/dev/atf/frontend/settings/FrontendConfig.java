package dev.atf.frontend.settings;

import dev.atf.frontend.member.FrontendPeers;
import dev.atf.model.AlarmTimes;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.queue.sqs.SqsConfig;
import dev.atf.runtime.config.SettingChecks;
import dev.atf.runtime.credentials.CredentialsConfig;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.runtime.tracing.TracingConfig;
import dev.atf.store.dynamodb.DynamoDbConfig;
import java.time.Duration;

/**
 * The settings of a frontend. Its component has each of them, and each group of them, by its type.
 *
 * @param server public API
 * @param store tables
 * @param queue queues
 * @param blobs place of files: {@code s3://bucket/prefix}, or a directory that all frontends and
 *     HSCs share; empty for no files
 * @param createTables whether to create missing tables
 * @param createQueues whether registering a lambda creates its queues
 * @param lambdasMax registered lambdas
 * @param lease lease times, the same in all services
 * @param express how the frontend pushes tasks that are due immediately
 * @param plans maximum numbers of periodic tasks and live jobs of a lambda
 * @param tuning settings to change only after measuring
 * @param memberInterval interval between heartbeats; living frontends share rate limits
 * @param memberTimeout silence after which a peer is gone
 * @param loops failing and hanging loops
 * @param tracing spans of Schedule
 * @param credentials credentials for store consumers
 */
public record FrontendConfig(
    RpcServerConfig server,
    DynamoDbConfig store,
    SqsConfig queue,
    String blobs,
    boolean createTables,
    boolean createQueues,
    int lambdasMax,
    LeaseTimes lease,
    ExpressConfig express,
    PlanLimits plans,
    FrontendTuning tuning,
    Duration memberInterval,
    Duration memberTimeout,
    LoopSettings loops,
    TracingConfig tracing,
    CredentialsConfig credentials) {
  public static final FrontendConfig DEFAULTS =
      new FrontendConfig(
          RpcServerConfig.onPort(8080),
          DynamoDbConfig.DEFAULTS,
          SqsConfig.DEFAULTS,
          "",
          false,
          true,
          10_000,
          LeaseTimes.DEFAULT,
          ExpressConfig.DEFAULTS,
          PlanLimits.DEFAULTS,
          FrontendTuning.DEFAULTS,
          Duration.ofSeconds(2),
          Duration.ofSeconds(10),
          LoopSettings.DEFAULT,
          TracingConfig.OFF,
          CredentialsConfig.NONE);

  public FrontendConfig {
    var client = store.client();
    new SettingChecks()
        // The timeout must leave a call time to report that the store does not answer.
        .atLeast(
            "server.requestTimeout",
            server.requestTimeout(),
            client.callTimeout(),
            "store.client.callTimeout")
        .that(
            tuning.batchThreadsMax() <= client.connectionsMax(),
            "tuning.batchThreadsMax",
            tuning.batchThreadsMax(),
            "at most store.client.connectionsMax = " + client.connectionsMax())
        .that(
            express.pushThreadsMax() <= queue.client().connectionsMax(),
            "express.pushThreadsMax",
            express.pushThreadsMax(),
            "at most queue.client.connectionsMax = " + queue.client().connectionsMax())
        .within("lambdasMax", lambdasMax, 1, 1_000_000)
        .within("memberInterval", memberInterval, Duration.ofMillis(10), Duration.ofMinutes(5))
        // One lost heartbeat must not change the shares.
        .within("memberTimeout", memberTimeout, memberInterval.multipliedBy(2), Duration.ofHours(1))
        .end();
  }

  /** Returns the settings for counting the frontends that share the lambdas' rates. */
  public FrontendPeers.Settings peers() {
    return new FrontendPeers.Settings(memberInterval, memberTimeout);
  }

  /** Returns when the tasks that this frontend has pushed are checked. */
  public AlarmTimes alarms() {
    return AlarmTimes.DEFAULT.withEnqueueTimeout(express.enqueueTimeout());
  }

  /** Returns the time after which a write of this process has been applied or never will be. */
  public Duration storeCallTimeout() {
    return store.client().callTimeout();
  }
}
