package dev.atf.store;

import dev.atf.store.dynamodb.DynamoDbConfig;
import dev.atf.store.dynamodb.DynamoDbTables;
import dev.atf.testaws.AwsSite;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** One set of tables for all suites of the JVM: on AWS it takes a while to make one. */
final class AwsStores {
  private static final Map<AwsSite, Stores> MADE = new ConcurrentHashMap<>();

  private AwsStores() {}

  static Stores on(AwsSite site) {
    return MADE.computeIfAbsent(site, AwsStores::make);
  }

  private static Stores make(AwsSite site) {
    var config = new DynamoDbConfig(site.endpoint(), site.region(), site.prefix() + "-");
    var parts = DaggerLocalDynamoDb_Parts.factory().create(config, new SimpleMeterRegistry());
    DynamoDbTables.create(config);
    return new LocalDynamoDb.Fresh(config, parts).stores();
  }
}
