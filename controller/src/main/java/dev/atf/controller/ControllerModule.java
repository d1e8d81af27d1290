package dev.atf.controller;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dagger.Binds;
import dagger.Module;
import dagger.Provides;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.queue.sqs.SqsConfig;
import dev.atf.runtime.RpcServerConfig;
import dev.atf.runtime.Service;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Hands out the parts of the settings, and the client of the HSC. */
@Module
interface ControllerModule {
  /** Ten tasks with the largest payload, and room. */
  int HSC_RESPONSE_BYTES_MAX = 16 * 1024 * 1024;

  /**
   * New calls take a new connection after so long. A peer that vanished without a word is otherwise
   * called for ever: neither claims that time out end a connection, nor pings, which are sent only
   * where no calls are.
   */
  Duration CONNECTION_AGE_MAX = Duration.ofSeconds(5);

  @Binds
  Service service(ControllerService service);

  @Provides
  static RpcServerConfig server(ControllerConfig config) {
    return config.server();
  }

  @Provides
  static SqsConfig queue(ControllerConfig config) {
    return config.queue();
  }

  @Provides
  static ServedLambdas lambdas(ControllerConfig config) {
    return ServedLambdas.of(config.lambdas());
  }

  @Provides
  static BufferLimits bufferLimits(ControllerConfig config) {
    return new BufferLimits(config.bufferMax(), config.bufferAge(), config.ageing());
  }

  @Provides
  static PollTimes pollTimes(ControllerConfig config) {
    return new PollTimes(config.receiveWait(), config.visibility());
  }

  @Provides
  static ClaimTimes claimTimes(ControllerConfig config) {
    return new ClaimTimes(config.claimTimeout());
  }

  @Provides
  static RefreshTimes refreshTimes(ControllerConfig config) {
    return new RefreshTimes(config.settingsRefresh());
  }

  @Provides
  @Singleton
  static ClientFactory clients(ControllerConfig config) {
    return ClientFactory.builder()
        .connectTimeout(config.claimTimeout())
        .maxConnectionAge(CONNECTION_AGE_MAX)
        .build();
  }

  @Provides
  @Singleton
  static HscServiceBlockingStub hsc(ControllerConfig config, ClientFactory clients) {
    return GrpcClients.builder("gproto+" + config.hscUri())
        .factory(clients)
        .maxResponseLength(HSC_RESPONSE_BYTES_MAX)
        .build(HscServiceBlockingStub.class);
  }
}
