package dev.atf.storeconsumer;

import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.server.RpcPort;
import dev.atf.storeconsumer.pool.CloseablePorts;
import dev.atf.storeconsumer.pool.WorkPools;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store consumer in this process: its loops, and a port for hints, health and metrics.
 *
 * <p>It starts with the port, then the loops that know the cluster, and then those that work on
 * tasks. It ends with its membership, the other loops from the last to the first, the threads, the
 * port, and then the connections.
 */
@Singleton
final class StoreConsumerService implements Service {
  private static final Logger log = LoggerFactory.getLogger(StoreConsumerService.class);

  private final StoreConsumerPort calls;
  private final StateLoops state;
  private final TaskLoops tasks;
  private final Loops loops;
  private final WorkPools pools;
  private final CloseablePorts connections;
  private @Nullable RpcPort server;

  @Inject
  StoreConsumerService(
      StoreConsumerPort calls,
      StateLoops state,
      TaskLoops tasks,
      Loops loops,
      WorkPools pools,
      CloseablePorts connections) {
    this.calls = calls;
    this.state = state;
    this.tasks = tasks;
    this.loops = loops;
    this.pools = pools;
    this.connections = connections;
  }

  @Override
  public void start() {
    var opened = calls.open(loops::allAlive);
    server = opened;
    state.start(calls.uri(opened.port()));
    tasks.start();
  }

  @Override
  public int port() {
    if (server == null) {
      throw new IllegalStateException("not started");
    }
    return server.port();
  }

  /**
   * Hands its share to the others and lets the turns under way end. Entries in memory are dropped:
   * none of them was marked, and the others find it in the store.
   */
  @Override
  public void close() {
    state.leave();
    loops.close();
    pools.close();
    if (server != null) {
      server.close();
    }
    connections.all().forEach(StoreConsumerService::closeQuietly);
  }

  private static void closeQuietly(AutoCloseable connection) {
    try {
      connection.close();
    } catch (Exception e) {
      log.warn("a connection did not close: {}", e.toString());
    }
  }
}
