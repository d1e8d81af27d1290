package dev.atf.simulation.scale;

import dev.atf.store.dynamodb.DynamoDbClientConfig;
import java.time.Duration;

/** How often, and after what waits, a request that was throttled is tried again. */
record RetryConfig(int triesMax, Duration backoffMin, Duration backoffMax) {
  static RetryConfig ofTheAdapter() {
    var client = DynamoDbClientConfig.DEFAULTS;
    return new RetryConfig(client.triesMax(), client.backoffMin(), client.backoffMax());
  }
}
