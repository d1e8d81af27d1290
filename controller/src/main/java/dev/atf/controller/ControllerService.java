package dev.atf.controller;

import dev.atf.access.ServicePort;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loop;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.process.OpenConnections;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Controller with its port, its loops, and its orderly shutdown.
 *
 * <p>The start order is: gauges, port, loops. The stop order is: waiting calls, polls, claims,
 * other loops, port, connections to the queues and the HSC.
 */
@Singleton
final class ControllerService implements Service {
  /** Time for sending the last answers before the port closes. */
  private static final Duration CLAIM_MARGIN = Duration.ofMillis(500);

  /** Time for writing the answer after the longest wait of a call. */
  private static final Duration REQUEST_MARGIN = Duration.ofSeconds(10);

  private final ControllerConfig config;
  private final ServedLambdas lambdas;
  private final TaskMatcher matcher;
  private final QueuePolls polls;
  private final Claimer claimer;
  private final MessageSettler messages;
  private final SettingsRefresh settings;
  private final HscProbe probe;
  private final ServicePort port;
  private final Loops loops;
  private final ControllerMetrics metrics;
  private final OpenConnections connections;
  private final List<Loop> claims = new ArrayList<>();
  private final List<Loop> others = new ArrayList<>();
  private volatile boolean draining;

  @Inject
  ControllerService(
      ControllerConfig config,
      ServedLambdas lambdas,
      TaskMatcher matcher,
      QueuePolls polls,
      Claimer claimer,
      MessageSettler messages,
      SettingsRefresh settings,
      HscProbe probe,
      ServicePort port,
      Loops loops,
      ControllerMetrics metrics,
      OpenConnections connections) {
    this.config = config;
    this.lambdas = lambdas;
    this.matcher = matcher;
    this.polls = polls;
    this.claimer = claimer;
    this.messages = messages;
    this.settings = settings;
    this.probe = probe;
    this.port = port;
    this.loops = loops;
    this.metrics = metrics;
    this.connections = connections;
  }

  @Override
  public void start() {
    lambdas.names().forEach(lambda -> metrics.watch(lambda, matcher));
    port.open(
        "controller",
        () -> !draining && loops.allAlive(),
        server -> server.requestTimeout(requestTimeout()));
    startLoops();
  }

  /**
   * Returns the time limit of a request. It allows for the longest NextWork with a claim at its
   * end, and for the longest ReturnWork.
   */
  private Duration requestTimeout() {
    var nextWork = RequestChecks.WAIT_MAX.plus(config.claimUsefulFor());
    var returnWork = config.tuning().returnTimeout().plus(config.claimTimeout());
    return (nextWork.compareTo(returnWork) >= 0 ? nextWork : returnWork).plus(REQUEST_MARGIN);
  }

  /** Starts the loops. Their names are labels of metrics. */
  private void startLoops() {
    others.add(loops.start("delete", messages));
    for (int i = 1; i <= config.tuning().claimConcurrency(); i++) {
      claims.add(loops.start("claim-" + i, claimer));
    }
    var tend = loops.start("tend", claimer::endOverdue);
    matcher.whenEndsEarlier(tend::wake);
    others.add(tend);
    others.add(loops.start("settings", settings));
    others.add(loops.start("probe", probe));
  }

  @Override
  public int port() {
    return port.number();
  }

  /**
   * Answers waiting calls without work, and returns buffered references to their queues. Then it
   * waits for claims in progress, and deletes the messages of these claims.
   */
  @Override
  public void close() {
    draining = true;
    matcher.close().forEach(WaitingCall::refuseDraining);
    messages.returnToQueue(matcher.takeAllBuffered());
    polls.close();
    // Claims are not interrupted: the tasks of an interrupted claim would wait until their leases
    // expire.
    loops.stopTogether(claims, config.claimUsefulFor().plus(CLAIM_MARGIN));
    loops.stopTogether(others);
    messages.flush();
    settings.leave();
    port.close();
    connections.close();
  }
}
