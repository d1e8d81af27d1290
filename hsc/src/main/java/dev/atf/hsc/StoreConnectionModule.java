package dev.atf.hsc;

import dagger.Module;
import dagger.Provides;
import dev.atf.store.dynamodb.DynamoDbConfig;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Connects to DynamoDB, and provides the connection to the service that closes it. */
@Module
interface StoreConnectionModule {
  @Provides
  static DynamoDbConfig store(HscConfig config) {
    return config.store();
  }

  @Provides
  static StoreConnection connection(DynamoDbClient client) {
    return client::close;
  }
}
