package dev.atf.frontend;

import dev.atf.frontend.lambda.FrontendStart;
import dev.atf.frontend.rpc.BatchCalls;
import dev.atf.runtime.Service;
import dev.atf.runtime.tracing.Tracing;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

/**
 * The frontend of one process. It keeps no state except the references that it is about to push, so
 * that any number of frontends can serve in parallel.
 *
 * <p>It starts the engines, the loops, and then the port. It stops the port, the loops, the threads
 * of batches, the engines, and then the spans.
 */
@Singleton
final class FrontendService implements Service {
  private final Engines engines;
  private final FrontendLoops loops;
  private final FrontendPort port;
  private final FrontendStart start;
  private final BatchCalls batchCalls;
  private final Tracing tracing;

  @Inject
  FrontendService(
      Engines engines,
      FrontendLoops loops,
      FrontendPort port,
      FrontendStart start,
      BatchCalls batchCalls,
      Tracing tracing) {
    this.engines = engines;
    this.loops = loops;
    this.port = port;
    this.start = start;
    this.batchCalls = batchCalls;
    this.tracing = tracing;
  }

  @Override
  public void start() {
    engines.prepare();
    loops.start();
    port.open(() -> start.isOver() && loops.allAlive());
  }

  @Override
  public int port() {
    return port.number();
  }

  @Override
  public void close() {
    port.close();
    loops.close();
    batchCalls.close();
    engines.close();
    tracing.close();
  }
}
