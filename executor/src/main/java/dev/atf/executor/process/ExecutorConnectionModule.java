package dev.atf.executor.process;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dagger.Binds;
import dagger.Module;
import dagger.Provides;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.HandlerThreads;
import dev.atf.executor.core.attempt.Handlers;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.attempt.Terminator;
import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.call.GrpcController;
import dev.atf.executor.core.call.GrpcHsc;
import dev.atf.executor.core.call.HscCalls;
import dev.atf.executor.core.lease.DeadlineFile;
import dev.atf.executor.core.lease.DeadlineNotice;
import dev.atf.executor.core.lease.ProcessTerminator;
import dev.atf.executor.core.lease.TimedNotice;
import dev.atf.protocol.v1.ControllerServiceGrpc.ControllerServiceFutureStub;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceFutureStub;
import dev.atf.runtime.auth.BearerToken;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.tls.ClientTls;
import jakarta.inject.Singleton;
import java.nio.file.Path;

/** The calls over gRPC, the notice to the supervisor, and the end of a real process. */
@Module
interface ExecutorConnectionModule {
  @Binds
  Terminator terminator(ProcessTerminator terminator);

  @Provides
  @Singleton
  static ClientFactory clients(ExecutorConfig config) {
    var clients =
        ClientFactory.builder()
            .connectTimeout(config.lease().callTimeout())
            .pingInterval(config.tuning().pingInterval());
    return ClientTls.on(clients, config.credentials()).build();
  }

  /** Nothing but handlers and what their slots call: what watches over them has threads apart. */
  @Provides
  static HandlerThreads handlerThreads(Handlers handlers, Threads threads) {
    return new HandlerThreads(handlers.onVirtualThreads() ? Threads.virtual() : threads);
  }

  @Provides
  static ExecutorConnection connection(ClientFactory clients) {
    return clients::close;
  }

  @Provides
  @Singleton
  static ControllerCalls controller(
      ExecutorConfig config, ClientFactory clients, ExecutorIdentity identity) {
    return new GrpcController(
        stub(config, config.controllerUri(), clients, ControllerServiceFutureStub.class),
        identity,
        config.tuning().claimWait());
  }

  @Provides
  @Singleton
  static HscCalls hsc(ExecutorConfig config, ClientFactory clients) {
    return new GrpcHsc(stub(config, config.hscUri(), clients, HscServiceFutureStub.class));
  }

  /** Time-outs are those of each call: the client's own would end a long poll. */
  private static <T> T stub(
      ExecutorConfig config, String uri, ClientFactory clients, Class<T> type) {
    var client =
        GrpcClients.builder("gproto+" + uri)
            .factory(clients)
            .responseTimeoutMillis(0)
            .writeTimeoutMillis(0);
    return BearerToken.on(client, config.credentials()).build(type);
  }

  @Provides
  @Singleton
  static DeadlineNotice notice(
      ExecutorConfig config,
      ExecutorIdentity identity,
      RunningAttempts running,
      MonotonicClock clock) {
    return config.deadlineFile().isEmpty()
        ? DeadlineNotice.NONE
        : new TimedNotice(
            new DeadlineFile(Path.of(config.deadlineFile()), identity, running, clock),
            TimedNotice.COVER_TIME_MAX,
            clock);
  }
}
