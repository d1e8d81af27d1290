package dev.atf.hints;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.atf.protocol.v1.StoreConsumerServiceGrpc.StoreConsumerServiceBlockingStub;
import dev.atf.runtime.auth.BearerToken;
import dev.atf.runtime.credentials.CredentialsConfig;
import dev.atf.runtime.tls.ClientTls;
import io.grpc.Channel;
import java.time.Duration;

/** Connections of a process to store consumers in others. The owner closes them. */
public final class ConsumerConnections implements ConsumerChannels, AutoCloseable {
  /** A host that has vanished must not delay hints for long. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(250);

  /** Age after which new calls use a new connection, because a peer may vanish silently. */
  private static final Duration CONNECTION_AGE_MAX = Duration.ofSeconds(30);

  private final CredentialsConfig credentials;
  private final ClientFactory clients;

  public ConsumerConnections(CredentialsConfig credentials) {
    this.credentials = credentials;
    var options =
        ClientFactory.builder()
            .connectTimeout(CONNECT_TIMEOUT)
            .maxConnectionAge(CONNECTION_AGE_MAX);
    this.clients = ClientTls.on(options, credentials).build();
  }

  @Override
  public Channel to(String member, String uri) {
    return BearerToken.on(GrpcClients.builder("gproto+" + uri).factory(clients), credentials)
        .build(StoreConsumerServiceBlockingStub.class)
        .getChannel();
  }

  @Override
  public void close() {
    clients.close();
  }
}
