package dev.atf.controller;

import com.linecorp.armeria.client.ClientFactory;
import dev.atf.runtime.Loop;
import dev.atf.runtime.Loops;
import dev.atf.runtime.RpcServer;
import dev.atf.runtime.RpcServerConfig;
import dev.atf.runtime.Service;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The controller: its loops, its port, and its orderly end. */
@Singleton
final class ControllerService implements Service {
  /**
   * Chosen: at some milliseconds a claim this is thousands of claims a second, and a slow HSC holds
   * no more threads.
   */
  private static final int CLAIM_LOOPS = 8;

  /** Longer than the longest NextWork and the claim that may follow it. */
  private static final Duration REQUEST_TIMEOUT = Requests.WAIT_MAX.plusSeconds(15);

  private final RpcServerConfig config;
  private final ServedLambdas lambdas;
  private final ControllerRpc rpc;
  private final Desk desk;
  private final CallEnds callEnds;
  private final Releases releases;
  private final Deletions deletions;
  private final Claiming claiming;
  private final Tending tending;
  private final SettingsRefresh settings;
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
      ServedLambdas lambdas,
      ControllerRpc rpc,
      Desk desk,
      CallEnds callEnds,
      Releases releases,
      Deletions deletions,
      Claiming claiming,
      Tending tending,
      SettingsRefresh settings,
      QueuePolls polls,
      Loops loops,
      ControllerMetrics controllerMetrics,
      PrometheusMeterRegistry metrics,
      ClientFactory clients) {
    this.config = config;
    this.lambdas = lambdas;
    this.rpc = rpc;
    this.desk = desk;
    this.callEnds = callEnds;
    this.releases = releases;
    this.deletions = deletions;
    this.claiming = claiming;
    this.tending = tending;
    this.settings = settings;
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
                grpc -> {},
                http -> http.requestTimeout(REQUEST_TIMEOUT)));
    running.add(loops.start("delete", deletions));
    for (int i = 1; i <= CLAIM_LOOPS; i++) {
      running.add(loops.start("claim-" + i, claiming));
    }
    running.add(loops.start("tend", tending));
    running.add(loops.start("settings", settings));
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
    LoopEnds.stopTogether(loops, running);
    deletions.flush();
    server.ifPresent(RpcServer::close);
    clients.close();
  }
}
