package dev.atf.hsc;

import dagger.Module;
import dagger.Provides;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Connects to DynamoDB, and provides the connection to the service that closes it. */
@Module
interface StoreConnectionModule {
  @Provides
  static StoreConnection connection(DynamoDbClient client) {
    return client::close;
  }
}
