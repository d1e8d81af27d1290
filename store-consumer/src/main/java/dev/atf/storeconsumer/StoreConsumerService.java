package dev.atf.storeconsumer;

import dev.atf.runtime.Service;
import dev.atf.runtime.server.RpcPort;
import dev.atf.storeconsumer.pool.WorkPools;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Store consumer in this process, with its loops and a port for hints, health and metrics.
 *
 * <p>The start order is: port, loops. The stop order is: membership, other loops from the last to
 * the first, threads, port, connections.
 */
@Singleton
final class StoreConsumerService implements Service {
  private static final Logger log = LoggerFactory.getLogger(StoreConsumerService.class);

  private final StoreConsumerPort calls;
  private final StoreConsumerLoops loops;
  private final WorkPools pools;
  private final Connections connections;
  private @Nullable RpcPort server;

  /** Connections to store, queues and other consumers. The service closes them last. */
  record Connections(List<AutoCloseable> all) {}

  @Inject
  StoreConsumerService(
      StoreConsumerPort calls, StoreConsumerLoops loops, WorkPools pools, Connections connections) {
    this.calls = calls;
    this.loops = loops;
    this.pools = pools;
    this.connections = connections;
  }

  @Override
  public void start() {
    var opened = calls.open(loops::allAlive);
    server = opened;
    loops.start(calls.uri(opened.port()));
  }

  @Override
  public int port() {
    if (server == null) {
      throw new IllegalStateException("not started");
    }
    return server.port();
  }

  /**
   * Releases its share to the other consumers, and lets the turns in progress end. Tasks in memory
   * are dropped. None of them is marked, so the other consumers find them in the store.
   */
  @Override
  public void close() {
    loops.stop();
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
