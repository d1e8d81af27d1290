package dev.atf.controller;

import com.linecorp.armeria.client.ClientFactory;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.Loop;
import dev.atf.runtime.Loops;
import dev.atf.runtime.RpcServer;
import dev.atf.runtime.RpcServerConfig;
import dev.atf.runtime.Service;
import dev.atf.runtime.TransportRefusals;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The controller: its loops, its port, and its orderly end. */
@Singleton
final class ControllerService implements Service {
  private static final Logger log = LoggerFactory.getLogger(ControllerService.class);

  /** For the answer to be written, after all that a call may wait for. */
  private static final Duration REQUEST_MARGIN = Duration.ofSeconds(10);

  private final RpcServerConfig config;
  private final ControllerTuning tuning;
  private final ClaimTimes claimTimes;
  private final QueueConnection queue;
  private final ServedLambdas lambdas;
  private final ControllerRpc rpc;
  private final Desk desk;
  private final CallEnds callEnds;
  private final Releases releases;
  private final Deletions deletions;
  private final Claiming claiming;
  private final Tending tending;
  private final SettingsRefresh settings;
  private final HscProbe probe;
  private final QueuePolls polls;
  private final Loops loops;
  private final ControllerMetrics controllerMetrics;
  private final PrometheusMeterRegistry metrics;
  private final ClientFactory clients;
  private final List<Loop> running = new ArrayList<>();
  private volatile boolean draining;
  private Optional<RpcServer> server = Optional.empty();

  @Inject
  ControllerService(
      RpcServerConfig config,
      ControllerTuning tuning,
      ClaimTimes claimTimes,
      QueueConnection queue,
      ServedLambdas lambdas,
      ControllerRpc rpc,
      Desk desk,
      CallEnds callEnds,
      Releases releases,
      Deletions deletions,
      Claiming claiming,
      Tending tending,
      SettingsRefresh settings,
      HscProbe probe,
      QueuePolls polls,
      Loops loops,
      ControllerMetrics controllerMetrics,
      PrometheusMeterRegistry metrics,
      ClientFactory clients) {
    this.config = config;
    this.tuning = tuning;
    this.claimTimes = claimTimes;
    this.queue = queue;
    this.lambdas = lambdas;
    this.rpc = rpc;
    this.desk = desk;
    this.callEnds = callEnds;
    this.releases = releases;
    this.deletions = deletions;
    this.claiming = claiming;
    this.tending = tending;
    this.settings = settings;
    this.probe = probe;
    this.polls = polls;
    this.loops = loops;
    this.controllerMetrics = controllerMetrics;
    this.metrics = metrics;
    this.clients = clients;
  }

  @Override
  public void start() {
    lambdas.names().forEach(lambda -> controllerMetrics.watch(lambda, desk));
    server =
        Optional.of(
            RpcServer.start(
                "controller",
                config,
                metrics,
                () -> !draining && loops.allAlive(),
                List.of(rpc),
                grpc -> grpc.exceptionHandler(new TransportRefusals(RpcErrors::ofTransport)),
                http -> http.requestTimeout(requestTimeout())));
    running.add(loops.start("delete", deletions));
    for (int i = 1; i <= tuning.claimConcurrency(); i++) {
      running.add(loops.start("claim-" + i, claiming));
    }
    running.add(loops.start("tend", tending));
    running.add(loops.start("settings", settings));
    running.add(loops.start("probe", probe));
  }

  @Override
  public int port() {
    return server.orElseThrow().port();
  }

  /** Sends waiting calls away, gives buffered references back, and lets claims under way end. */
  @Override
  public void close() {
    draining = true;
    desk.close().forEach(callEnds::refuseDraining);
    releases.atOnce(desk.takeAllBuffered());
    polls.close();
    endClaims();
    LoopEnds.stopTogether(loops, running);
    deletions.flush();
    server.ifPresent(RpcServer::close);
    queue.close();
    clients.close();
  }

  /** The loops themselves are interrupted sooner than a slow HSC answers. */
  private void endClaims() {
    // A turn that finds no match waits a little for one.
    var patience = claimTimes.usefulFor().plus(Claiming.PATIENCE);
    try {
      if (!claiming.end(patience)) {
        log.warn("claims are under way after {}: they are interrupted", patience);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Longer than the longest NextWork and the claim that may follow it, and than a ReturnWork. */
  private Duration requestTimeout() {
    var nextWork = Requests.WAIT_MAX.plus(claimTimes.usefulFor());
    var returnWork = tuning.returnTimeout().plus(claimTimes.timeout());
    return (nextWork.compareTo(returnWork) >= 0 ? nextWork : returnWork).plus(REQUEST_MARGIN);
  }
}
