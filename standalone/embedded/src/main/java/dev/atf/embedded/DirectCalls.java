package dev.atf.embedded;

import com.google.protobuf.MessageLite;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.grpc.GrpcServiceBuilder;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.rpc.RpcServers;
import dev.atf.runtime.rpc.TransportRefusals;
import dev.atf.runtime.server.RpcPort;
import dev.atf.runtime.server.RpcServerConfig;
import io.grpc.BindableService;
import io.grpc.Channel;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Calls of one service in this process, on the caller's thread and without a socket. As {@link
 * RpcServers}, it replaces the service's port, and has the same maximum size of requests.
 */
public final class DirectCalls implements RpcServers, AutoCloseable {
  /** Replacement for the port of a service that nobody calls. */
  static final RpcServers NO_PORT =
      (name, config, alive, services, tuneGrpc, tuneServer) -> new Unopened(() -> {});

  private final String name = InProcessServerBuilder.generateName();
  private final ManagedChannel channel =
      InProcessChannelBuilder.forName(name).directExecutor().build();
  private ServerInterceptor interceptor =
      new ServerInterceptor() {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
          return next.startCall(call, headers);
        }
      };
  private @Nullable Server server;

  /** Answers calls of these services from now on. */
  public void serve(Collection<? extends BindableService> services) {
    server = start(services, Integer.MAX_VALUE);
  }

  /** Sets the interceptor of the port that will be opened. */
  void intercept(ServerInterceptor around) {
    interceptor = around;
  }

  @Override
  public RpcPort open(
      String service,
      RpcServerConfig config,
      BooleanSupplier alive,
      List<? extends BindableService> services,
      Consumer<GrpcServiceBuilder> tuneGrpc,
      Consumer<ServerBuilder> tuneServer) {
    var opened = start(services, config.requestBytesMax());
    server = opened;
    return new Unopened(() -> end(opened, config.drainTimeout().toMillis()));
  }

  private Server start(Collection<? extends BindableService> services, int bytesMax) {
    var builder = InProcessServerBuilder.forName(name).directExecutor();
    services.forEach(builder::addService);
    try {
      return builder.intercept(interceptor).intercept(new SizeLimit(bytesMax)).build().start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the channel of the service. Its calls fail while nothing is served. */
  public Channel channel() {
    return channel;
  }

  @Override
  public void close() {
    channel.shutdownNow();
    if (server != null) {
      server.shutdownNow();
    }
  }

  private static void end(Server server, long patienceMillis) {
    try {
      if (!server.shutdown().awaitTermination(patienceMillis, TimeUnit.MILLISECONDS)) {
        server.shutdownNow();
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  /** Replacement for a port that does not exist. */
  private record Unopened(Runnable end) implements RpcPort {
    @Override
    public int port() {
      return 0;
    }

    @Override
    public void close() {
      end.run();
    }
  }

  /** Refuses requests that are too large for a port. */
  private record SizeLimit(int bytesMax) implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
        private boolean refused;

        @Override
        public void onMessage(Q request) {
          if (((MessageLite) request).getSerializedSize() <= bytesMax) {
            super.onMessage(request);
          } else {
            refused = true;
            close(call, RpcErrors.ofTransport(TransportRefusals.tooLarge(-1)));
          }
        }

        @Override
        public void onHalfClose() {
          if (!refused) {
            super.onHalfClose();
          }
        }
      };
    }
  }

  private static void close(ServerCall<?, ?> call, StatusRuntimeException refusal) {
    var details = refusal.getTrailers();
    call.close(refusal.getStatus(), details == null ? new Metadata() : details);
  }
}
