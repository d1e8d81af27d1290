package dev.atf.hsc;

import dev.atf.access.AccessControl;
import dev.atf.access.TaskLambdas;
import dev.atf.hsc.call.Bulkheads;
import dev.atf.hsc.heartbeat.Presence;
import dev.atf.hsc.heartbeat.WorkerSightings;
import dev.atf.hsc.lambda.Refresh;
import dev.atf.hsc.rpc.HscRpc;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.rpc.RpcServers;
import dev.atf.runtime.rpc.TransportRefusals;
import dev.atf.runtime.server.RpcPort;
import dev.atf.runtime.server.RpcServerConfig;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The heartbeat and status controller in this process. */
@Singleton
final class HscService implements Service {
  private final RpcServerConfig config;
  private final HscRpc rpc;
  private final Refresh refresh;
  private final Presence presence;
  private final WorkerSightings sightings;
  private final Bulkheads bulkheads;
  private final Loops loops;
  private final AccessControl access;
  private final RpcServers servers;
  private final StoreConnection store;
  private @Nullable RpcPort server;

  @Inject
  HscService(
      RpcServerConfig config,
      HscRpc rpc,
      Refresh refresh,
      Presence presence,
      WorkerSightings sightings,
      Bulkheads bulkheads,
      Loops loops,
      AccessControl access,
      RpcServers servers,
      StoreConnection store) {
    this.config = config;
    this.rpc = rpc;
    this.refresh = refresh;
    this.presence = presence;
    this.sightings = sightings;
    this.bulkheads = bulkheads;
    this.loops = loops;
    this.access = access;
    this.servers = servers;
    this.store = store;
  }

  @Override
  public void start() {
    loops.start("hsc-refresh", refresh);
    loops.start("hsc-beat", presence);
    var sighting = loops.start("hsc-sightings", sightings);
    sightings.whenSeen(sighting::wake);
    server =
        servers.open(
            "hsc",
            config,
            loops::allAlive,
            List.of(rpc),
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
    presence.leave();
    store.close();
  }
}
