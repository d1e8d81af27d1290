package dev.atf.controller;

import dev.atf.runtime.Service;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

/**
 * The controller: its port, its loops, and its orderly end.
 *
 * <p>It starts with the gauges, the port, and then the loops. It ends with the drain, the claims,
 * the other loops, the port, and then the connections to the queues and the HSC.
 */
@Singleton
final class ControllerService implements Service {
  private final ServedLambdas lambdas;
  private final TaskBuffers buffers;
  private final ControllerMetrics metrics;
  private final ControllerPort port;
  private final ControllerLoops loops;
  private final ControllerDrain drain;
  private final QueueConnection queue;
  private final HscConnection hsc;

  @Inject
  ControllerService(
      ServedLambdas lambdas,
      TaskBuffers buffers,
      ControllerMetrics metrics,
      ControllerPort port,
      ControllerLoops loops,
      ControllerDrain drain,
      QueueConnection queue,
      HscConnection hsc) {
    this.lambdas = lambdas;
    this.buffers = buffers;
    this.metrics = metrics;
    this.port = port;
    this.loops = loops;
    this.drain = drain;
    this.queue = queue;
    this.hsc = hsc;
  }

  @Override
  public void start() {
    lambdas.names().forEach(lambda -> metrics.watch(lambda, buffers));
    port.open(() -> !drain.hasBegun() && loops.allAlive());
    loops.start();
  }

  @Override
  public int port() {
    return port.number();
  }

  /** Sends waiting calls away, gives buffered references back, and lets claims under way end. */
  @Override
  public void close() {
    drain.begin();
    loops.close();
    port.close();
    queue.close();
    hsc.close();
  }
}
