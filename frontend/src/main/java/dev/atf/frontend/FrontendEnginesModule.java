package dev.atf.frontend;

import dagger.Module;
import dagger.Provides;
import dev.atf.blob.Blobs;
import dev.atf.blob.BlobsOff;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.store.dynamodb.DynamoDbTables;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Provides the adapters with their settings, and the service that closes them with their
 * connections.
 */
@Module
interface FrontendEnginesModule {
  @Provides
  static Blobs blobs() {
    return new BlobsOff();
  }

  @Provides
  static Engines engines(FrontendConfig config, DynamoDbClient dynamoDb, SqsClient sqs) {
    return new Engines() {
      @Override
      public void prepare() {
        if (config.createTables()) {
          DynamoDbTables.create(config.store());
        }
      }

      @Override
      public void close() {
        sqs.close();
        dynamoDb.close();
      }
    };
  }
}
