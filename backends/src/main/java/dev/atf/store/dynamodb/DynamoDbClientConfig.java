package dev.atf.store.dynamodb;

import dev.atf.model.check.FieldChecks;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;

/**
 * Settings of calls to DynamoDB. The defaults suit callers with a time-out of a few seconds: a call
 * ends before its caller stops waiting.
 *
 * @param callTimeout time limit of a call with all its tries
 * @param tryTimeout time limit of a try
 * @param triesMax tries of a call; only requests that were not executed are repeated
 * @param backoffMin maximum random wait before the second try, then doubled
 * @param backoffMax maximum wait before any try
 * @param connectTimeout time limit of opening a connection
 * @param socketTimeout silence after which a try's connection is abandoned
 * @param idleMax time after which an unused connection is closed; must be less than the server's
 *     limit
 * @param connectionsMax open connections
 * @param acquireTimeout maximum wait for a free connection
 */
@RecordBuilder
public record DynamoDbClientConfig(
    Duration callTimeout,
    Duration tryTimeout,
    int triesMax,
    Duration backoffMin,
    Duration backoffMax,
    Duration connectTimeout,
    Duration socketTimeout,
    Duration idleMax,
    int connectionsMax,
    Duration acquireTimeout)
    implements DynamoDbClientConfigBuilder.With {
  public static final DynamoDbClientConfig DEFAULTS =
      new DynamoDbClientConfig(
          Duration.ofSeconds(5),
          Duration.ofSeconds(3),
          3,
          Duration.ofMillis(25),
          Duration.ofMillis(500),
          Duration.ofSeconds(1),
          Duration.ofSeconds(3),
          Duration.ofSeconds(20),
          128,
          Duration.ofSeconds(1));

  public DynamoDbClientConfig {
    new FieldChecks()
        .positive("callTimeout", callTimeout)
        .positive("tryTimeout", tryTimeout)
        // A try that outlasts its call would be cut off, and never be tried again.
        .atLeast("callTimeout", callTimeout, tryTimeout, "tryTimeout")
        .within("triesMax", triesMax, 1, 10)
        .positive("backoffMin", backoffMin)
        .atLeast("backoffMax", backoffMax, backoffMin, "backoffMin")
        .positive("connectTimeout", connectTimeout)
        .positive("socketTimeout", socketTimeout)
        .positive("idleMax", idleMax)
        .within("connectionsMax", connectionsMax, 1, 10_000)
        .positive("acquireTimeout", acquireTimeout)
        .end();
  }

  /**
   * Returns these settings with other time-outs. A connection may be silent for the whole duration
   * of a try.
   */
  public DynamoDbClientConfig withTimeouts(Duration call, Duration oneTry) {
    return with().callTimeout(call).tryTimeout(oneTry).socketTimeout(oneTry).build();
  }
}
