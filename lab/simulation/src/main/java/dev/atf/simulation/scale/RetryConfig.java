package dev.atf.simulation.scale;

import dev.atf.store.dynamodb.DynamoDbClientConfig;
import java.time.Duration;

/** Tries, and delays between them, of a request that is throttled. */
record RetryConfig(int triesMax, Duration backoffMin, Duration backoffMax) {
  static RetryConfig ofTheAdapter() {
    var client = DynamoDbClientConfig.DEFAULTS;
    return new RetryConfig(client.triesMax(), client.backoffMin(), client.backoffMax());
  }
}
