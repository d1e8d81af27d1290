package dev.atf.controller;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.runtime.auth.BearerToken;
import dev.atf.runtime.tls.ClientTls;
import java.time.Duration;

/** Connection of a controller to the HSC. The owner closes it. */
record HscConnection(HscServiceBlockingStub stub, ClientFactory clients) implements AutoCloseable {
  /** A hundred tasks with the largest payload, and a margin. */
  private static final int RESPONSE_BYTES_MAX = 64 * 1024 * 1024;

  /**
   * Age after which new calls take a new connection. Otherwise a peer that has vanished silently
   * would be called indefinitely: claims that time out do not end a connection, and pings are sent
   * only without calls.
   */
  private static final Duration CONNECTION_AGE_MAX = Duration.ofSeconds(5);

  static HscConnection of(ControllerConfig config) {
    var options =
        ClientFactory.builder()
            .connectTimeout(config.claimTimeout())
            .maxConnectionAge(CONNECTION_AGE_MAX);
    var clients = ClientTls.on(options, config.credentials()).build();
    var client =
        GrpcClients.builder("gproto+" + config.hscUri())
            .factory(clients)
            .maxResponseLength(RESPONSE_BYTES_MAX);
    return new HscConnection(
        BearerToken.on(client, config.credentials()).build(HscServiceBlockingStub.class), clients);
  }

  @Override
  public void close() {
    clients.close();
  }
}
