package dev.atf.hsc;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dagger.Module;
import dagger.Provides;
import dev.atf.blob.store.BlobConnection;
import dev.atf.hsc.plans.ConsumerChannels;
import dev.atf.protocol.v1.StoreConsumerServiceGrpc.StoreConsumerServiceBlockingStub;
import dev.atf.runtime.auth.BearerToken;
import dev.atf.runtime.tls.ClientTls;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Connects to DynamoDB and to store consumers, for the service that closes the connections. */
@Module
interface ConnectionsModule {
  /** Chosen: a host that has gone must not delay hints for long. */
  Duration CONNECT_TIMEOUT = Duration.ofMillis(250);

  /** Age after which new calls take a new connection: a peer may vanish without a word. */
  Duration CONNECTION_AGE_MAX = Duration.ofSeconds(30);

  @Provides
  @Singleton
  static ClientFactory clients(HscConfig config) {
    var clients =
        ClientFactory.builder()
            .connectTimeout(CONNECT_TIMEOUT)
            .maxConnectionAge(CONNECTION_AGE_MAX);
    return ClientTls.on(clients, config.credentials()).build();
  }

  @Provides
  @Singleton
  static BlobConnection blobs(HscConfig config, InstantSource clock, RandomGenerator random) {
    return BlobConnection.open(config.blobs(), clock, random);
  }

  @Provides
  static ConsumerChannels consumers(HscConfig config, ClientFactory clients) {
    return (member, uri) ->
        BearerToken.on(GrpcClients.builder("gproto+" + uri).factory(clients), config.credentials())
            .build(StoreConsumerServiceBlockingStub.class)
            .getChannel();
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
