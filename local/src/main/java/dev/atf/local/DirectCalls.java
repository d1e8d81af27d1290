package dev.atf.local;

import io.grpc.BindableService;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Calls between services in this process: on the caller's thread, without a socket. */
final class DirectCalls implements AutoCloseable {
  private final String name = InProcessServerBuilder.generateName();
  private final ManagedChannel channel =
      InProcessChannelBuilder.forName(name).directExecutor().build();
  private @Nullable Server server;

  /** Answers calls of this service from now on. */
  void serve(BindableService service) {
    try {
      server =
          InProcessServerBuilder.forName(name).directExecutor().addService(service).build().start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Channel channel() {
    return channel;
  }

  @Override
  public void close() {
    channel.shutdownNow();
    if (server != null) {
      server.shutdownNow();
    }
  }
}
