package dev.atf.frontend;

import com.linecorp.armeria.client.ClientFactory;
import dagger.Module;
import dagger.Provides;
import dev.atf.blob.store.BlobConnection;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hints.HintClient;
import dev.atf.hints.HintConnections;
import dev.atf.store.dynamodb.DynamoDbTables;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Provides the adapters with their settings, and the service that closes them with their
 * connections.
 */
@Module(includes = {HintClient.class, HintConnections.class})
interface FrontendEnginesModule {
  @Provides
  @Singleton
  static BlobConnection blobs(FrontendConfig config, InstantSource clock, RandomGenerator random) {
    return BlobConnection.open(config.blobs(), clock, random);
  }

  @Provides
  static Engines engines(
      FrontendConfig config,
      DynamoDbClient dynamoDb,
      SqsClient sqs,
      BlobConnection blobs,
      ClientFactory consumers) {
    return new Engines() {
      @Override
      public void prepare() {
        if (config.createTables()) {
          DynamoDbTables.create(config.store());
        }
      }

      @Override
      public void close() {
        consumers.close();
        blobs.close();
        sqs.close();
        dynamoDb.close();
      }
    };
  }
}
