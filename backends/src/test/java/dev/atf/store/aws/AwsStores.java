package dev.atf.store.aws;

import dev.atf.store.LocalDynamoDb;
import dev.atf.store.Stores;
import dev.atf.store.dynamodb.DynamoDbClientConfig;
import dev.atf.store.dynamodb.DynamoDbConfig;
import dev.atf.store.dynamodb.DynamoDbTables;
import dev.atf.testaws.AwsSite;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Set of tables for all suites of the JVM: on AWS it takes a while to create one. */
final class AwsStores {
  /** A busy machine answers late, and a write whose outcome is unknown fails a test. */
  private static final Duration ANSWER_MAX = Duration.ofMinutes(1);

  private static final Map<AwsSite, Stores> MADE = new ConcurrentHashMap<>();

  private AwsStores() {}

  static Stores on(AwsSite site) {
    return MADE.computeIfAbsent(site, AwsStores::make);
  }

  private static Stores make(AwsSite site) {
    var config =
        new DynamoDbConfig(
            site.store(),
            site.region(),
            site.prefix() + "-",
            DynamoDbClientConfig.DEFAULTS.withTimeouts(ANSWER_MAX, ANSWER_MAX));
    DynamoDbTables.create(config);
    return LocalDynamoDb.Fresh.of(config).stores();
  }
}
