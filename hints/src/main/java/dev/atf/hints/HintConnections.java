package dev.atf.hints;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dagger.Module;
import dagger.Provides;
import dev.atf.protocol.v1.StoreConsumerServiceGrpc.StoreConsumerServiceBlockingStub;
import dev.atf.runtime.auth.BearerToken;
import dev.atf.runtime.credentials.CredentialsConfig;
import dev.atf.runtime.tls.ClientTls;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Connections to store consumers. The service closes their {@link ClientFactory}. */
@Module
public interface HintConnections {
  /**
   * Time-out of opening a connection. It is short, because a host that has vanished must not delay
   * hints for long.
   */
  Duration CONNECT_TIMEOUT = Duration.ofMillis(250);

  /** Age after which new calls use a new connection, because a peer may vanish silently. */
  Duration CONNECTION_AGE_MAX = Duration.ofSeconds(30);

  @Provides
  @Singleton
  static ClientFactory clients(CredentialsConfig credentials) {
    var clients =
        ClientFactory.builder()
            .connectTimeout(CONNECT_TIMEOUT)
            .maxConnectionAge(CONNECTION_AGE_MAX);
    return ClientTls.on(clients, credentials).build();
  }

  @Provides
  static ConsumerChannels consumers(CredentialsConfig credentials, ClientFactory clients) {
    return (member, uri) ->
        BearerToken.on(GrpcClients.builder("gproto+" + uri).factory(clients), credentials)
            .build(StoreConsumerServiceBlockingStub.class)
            .getChannel();
  }
}
