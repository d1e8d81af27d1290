package dev.atf.controller;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dagger.Module;
import dagger.Provides;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.runtime.auth.BearerToken;
import dev.atf.runtime.tls.ClientTls;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Provides the client of the HSC. */
@Module
interface HscConnectionModule {
  /** Maximum size of an answer in bytes: a hundred tasks with the largest payload, and a margin. */
  int HSC_RESPONSE_BYTES_MAX = 64 * 1024 * 1024;

  /**
   * Age after which new calls use a new connection. Otherwise, calls would use the connection of a
   * vanished peer indefinitely: timed-out claims do not close a connection, and pings are only sent
   * while there are no calls.
   */
  Duration CONNECTION_AGE_MAX = Duration.ofSeconds(5);

  @Provides
  @Singleton
  static ClientFactory clients(ControllerConfig config) {
    var clients =
        ClientFactory.builder()
            .connectTimeout(config.claimTimeout())
            .maxConnectionAge(CONNECTION_AGE_MAX);
    return ClientTls.on(clients, config.credentials()).build();
  }

  @Provides
  @Singleton
  static HscServiceBlockingStub hsc(ControllerConfig config, ClientFactory clients) {
    var client =
        GrpcClients.builder("gproto+" + config.hscUri())
            .factory(clients)
            .maxResponseLength(HSC_RESPONSE_BYTES_MAX);
    return BearerToken.on(client, config.credentials()).build(HscServiceBlockingStub.class);
  }

  @Provides
  static HscConnection connection(ClientFactory clients) {
    return clients::close;
  }
}
