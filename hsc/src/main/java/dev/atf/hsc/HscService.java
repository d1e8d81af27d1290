package dev.atf.hsc;

import dev.atf.access.AccessControl;
import dev.atf.access.TaskLambdas;
import dev.atf.hsc.call.Bulkheads;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.Service;
import dev.atf.runtime.rpc.RpcServers;
import dev.atf.runtime.rpc.TransportRefusals;
import dev.atf.runtime.server.RpcPort;
import dev.atf.runtime.server.RpcServerConfig;
import io.grpc.BindableService;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Heartbeat and status controller of this process.
 *
 * <p>The start order is: loops, port. The stop order is: port, threads of calls, loops,
 * connections.
 */
@Singleton
final class HscService implements Service {
  private final RpcServerConfig config;
  private final Set<BindableService> services;
  private final HscLoops loops;
  private final Bulkheads bulkheads;
  private final AccessControl access;
  private final RpcServers servers;
  private final OpenConnections connections;
  private @Nullable RpcPort server;

  @Inject
  HscService(
      RpcServerConfig config,
      Set<BindableService> services,
      HscLoops loops,
      Bulkheads bulkheads,
      AccessControl access,
      RpcServers servers,
      OpenConnections connections) {
    this.config = config;
    this.services = services;
    this.loops = loops;
    this.bulkheads = bulkheads;
    this.access = access;
    this.servers = servers;
    this.connections = connections;
  }

  @Override
  public void start() {
    loops.start();
    server =
        servers.open(
            "hsc",
            config,
            loops::allAlive,
            List.copyOf(services),
            grpc -> {
              grpc.exceptionHandler(new TransportRefusals(RpcErrors::ofTransport));
              access.guard(grpc, TaskLambdas.NONE);
            },
            http -> {
              http.blockingTaskExecutor(bulkheads.callThreads());
              access.guardMetrics(http);
            });
  }

  @Override
  public int port() {
    if (server == null) {
      throw new IllegalStateException("not started");
    }
    return server.port();
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
    bulkheads.close();
    loops.close();
    connections.close();
  }
}
