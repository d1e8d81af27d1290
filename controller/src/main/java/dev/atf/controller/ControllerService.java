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
  private final TaskMatcher matcher;
  private final MessageSettler messages;
  private final QueuePolls polls;
  private final ControllerMetrics metrics;
  private final ControllerPort port;
  private final ControllerLoops loops;
  private final QueueConnection queue;
  private final HscConnection hsc;
  private volatile boolean draining;

  @Inject
  ControllerService(
      ServedLambdas lambdas,
      TaskMatcher matcher,
      MessageSettler messages,
      QueuePolls polls,
      ControllerMetrics metrics,
      ControllerPort port,
      ControllerLoops loops,
      QueueConnection queue,
      HscConnection hsc) {
    this.lambdas = lambdas;
    this.matcher = matcher;
    this.messages = messages;
    this.polls = polls;
    this.metrics = metrics;
    this.port = port;
    this.loops = loops;
    this.queue = queue;
    this.hsc = hsc;
  }

  @Override
  public void start() {
    lambdas.names().forEach(lambda -> metrics.watch(lambda, matcher));
    port.open(() -> !draining && loops.allAlive());
    loops.start();
  }

  @Override
  public int port() {
    return port.number();
  }

  /** Sends waiting calls away, gives buffered references back, and lets claims under way end. */
  @Override
  public void close() {
    draining = true;
    matcher.close().forEach(WaitingCall::refuseDraining);
    messages.giveBack(matcher.takeAllBuffered());
    polls.close();
    loops.close();
    port.close();
    queue.close();
    hsc.close();
  }
}
