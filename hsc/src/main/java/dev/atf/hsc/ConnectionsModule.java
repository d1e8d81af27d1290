package dev.atf.hsc;

import com.linecorp.armeria.client.ClientFactory;
import dagger.Module;
import dagger.Provides;
import dev.atf.blob.store.BlobConnection;
import dev.atf.hints.HintConnections;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Connects to DynamoDB and to store consumers. The service closes the connections. */
@Module(includes = HintConnections.class)
interface ConnectionsModule {
  @Provides
  @Singleton
  static BlobConnection blobs(HscConfig config, InstantSource clock, RandomGenerator random) {
    return BlobConnection.open(config.blobs(), clock, random);
  }

  @Provides
  static OpenConnections connections(
      DynamoDbClient store, ClientFactory clients, BlobConnection blobs) {
    return () -> {
      blobs.close();
      clients.close();
      store.close();
    };
  }
}
