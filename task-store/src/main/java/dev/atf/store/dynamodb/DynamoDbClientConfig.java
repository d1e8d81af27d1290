package dev.atf.store.dynamodb;

import dev.atf.model.check.FieldChecks;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;

/**
 * Settings of calls to DynamoDB. The defaults suit a caller with a call time-out of some seconds:
 * it has its answer, or knows that it has none.
 *
 * @param callTimeout of one call with its tries
 * @param tryTimeout of one try
 * @param triesMax of one call, in all; only what was definitely not done is tried again
 * @param backoffMin bound of the drawn wait before the second try; doubled for each other
 * @param backoffMax bound of the drawn wait before any try
 * @param connectTimeout until a new connection stands
 * @param socketTimeout a connection that is silent for so long within a try is given up
 * @param idleMax a connection that was not used for so long is closed; shorter than any server
 *     closes a quiet one, for a stale one loses a write's outcome
 * @param connectionsMax connections at a time
 * @param acquireTimeout how long a call waits for a connection when all are in use
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
   * Returns the same settings with other time-outs; a connection may be silent for the whole of a
   * try.
   */
  public DynamoDbClientConfig withTimeouts(Duration call, Duration oneTry) {
    return with().callTimeout(call).tryTimeout(oneTry).socketTimeout(oneTry).build();
  }
}
