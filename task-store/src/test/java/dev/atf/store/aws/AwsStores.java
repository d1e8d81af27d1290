package dev.atf.store.aws;

import dev.atf.store.LocalDynamoDb;
import dev.atf.store.Stores;
import dev.atf.store.dynamodb.DynamoDbConfig;
import dev.atf.store.dynamodb.DynamoDbTables;
import dev.atf.testaws.AwsSite;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Set of tables for all suites of the JVM: on AWS it takes a while to create one. */
final class AwsStores {
  private static final Map<AwsSite, Stores> MADE = new ConcurrentHashMap<>();

  private AwsStores() {}

  static Stores on(AwsSite site) {
    return MADE.computeIfAbsent(site, AwsStores::make);
  }

  private static Stores make(AwsSite site) {
    var config = new DynamoDbConfig(site.endpoint(), site.region(), site.prefix() + "-");
    DynamoDbTables.create(config);
    return LocalDynamoDb.Fresh.of(config).stores();
  }
}
