package dev.atf.frontend;

import dev.atf.frontend.express.ExpressLane;
import dev.atf.frontend.express.ExpressPushes;
import dev.atf.frontend.lambda.FrontendStart;
import dev.atf.frontend.member.FrontendPeers;
import dev.atf.frontend.rpc.BatchCalls;
import dev.atf.hints.Hints;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.DeletionStep;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.process.OpenConnections;
import dev.atf.runtime.tracing.Tracing;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The frontend of one process. It keeps no state except the references that it is about to push, so
 * that any number of frontends can serve in parallel.
 *
 * <p>It starts the loops, and then the port. It stops the port, the loops, the threads of batches,
 * the connections, and then the spans.
 */
@Singleton
final class FrontendService implements Service {
  private static final Logger log = LoggerFactory.getLogger(FrontendService.class);

  private final Loops loops;
  private final FrontendPeers peers;
  private final ExpressLane express;
  private final ExpressPushes pushes;
  private final Hints hints;
  private final Optional<DeletionStep> sweep;
  private final FrontendPort port;
  private final FrontendStart start;
  private final BatchCalls batchCalls;
  private final OpenConnections connections;
  private final Tracing tracing;

  /**
   * @param sweep of the blobs; empty if the cluster stores none
   */
  @Inject
  FrontendService(
      Loops loops,
      FrontendPeers peers,
      ExpressLane express,
      ExpressPushes pushes,
      Hints hints,
      Optional<DeletionStep> sweep,
      FrontendPort port,
      FrontendStart start,
      BatchCalls batchCalls,
      OpenConnections connections,
      Tracing tracing) {
    this.loops = loops;
    this.peers = peers;
    this.express = express;
    this.pushes = pushes;
    this.hints = hints;
    this.sweep = sweep;
    this.port = port;
    this.start = start;
    this.batchCalls = batchCalls;
    this.connections = connections;
    this.tracing = tracing;
  }

  @Override
  public void start() {
    startLoops();
    port.open(() -> start.isOver() && loops.allAlive());
  }

  /** Starts the loops. Their names are labels of metrics. */
  private void startLoops() {
    // This happens before the first call, so that the share of the peers is not used twice.
    countPeers();
    loops.start("peers", peers);
    loops.start("frontend-hints", hints);
    sweep.ifPresent(step -> loops.start("resource-sweep", step));
    express.whenWork(loops.start("express", pushes)::wake);
  }

  private void countPeers() {
    try {
      var unused = peers.turn();
    } catch (RuntimeException e) {
      log.warn("the peers are not known yet: {}", e.toString());
    }
  }

  @Override
  public int port() {
    return port.number();
  }

  /**
   * Stops the port and the loops, pushes the remaining references, and leaves this frontend's share
   * to the others.
   */
  @Override
  public void close() {
    port.close();
    loops.close();
    pushes.close();
    leave();
    batchCalls.close();
    connections.close();
    tracing.close();
  }

  private void leave() {
    try {
      peers.leave();
    } catch (RuntimeException e) {
      log.warn("could not leave; the others notice after the member time-out: {}", e.toString());
    }
  }
}
