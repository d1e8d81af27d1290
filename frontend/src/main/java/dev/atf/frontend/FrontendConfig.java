package dev.atf.frontend;

import dev.atf.model.LeaseTimes;
import dev.atf.queue.sqs.SqsConfig;
import dev.atf.runtime.RpcServerConfig;
import dev.atf.store.dynamodb.DynamoDbConfig;
import java.time.Duration;

/**
 * The settings of a frontend.
 *
 * @param createTables whether the tables are made at start where they are missing; elsewhere they
 *     are deployed
 * @param createQueues whether registering a lambda creates its queues; where they are made by
 *     others, registration only stores the settings
 * @param lease the cluster's lease times, which a lambda can only lengthen; the same in all
 *     services
 * @param memberInterval between two heartbeats of this frontend among its fellows, which share the
 *     lambdas' rates
 * @param memberTimeout a fellow that was not heard of for so long is taken for gone
 */
public record FrontendConfig(
    RpcServerConfig server,
    DynamoDbConfig store,
    SqsConfig queue,
    boolean createTables,
    boolean createQueues,
    LeaseTimes lease,
    Duration memberInterval,
    Duration memberTimeout) {
  public static final FrontendConfig DEFAULTS =
      new FrontendConfig(
          RpcServerConfig.onPort(8080),
          DynamoDbConfig.DEFAULTS,
          SqsConfig.DEFAULTS,
          false,
          true,
          LeaseTimes.DEFAULT,
          Duration.ofSeconds(2),
          Duration.ofSeconds(10));

  public FrontendConfig {
    var unused = new Fellows.Settings(memberInterval, memberTimeout);
  }

  /** How this frontend learns how many share the lambdas' rates. */
  Fellows.Settings fellows() {
    return new Fellows.Settings(memberInterval, memberTimeout);
  }
}
