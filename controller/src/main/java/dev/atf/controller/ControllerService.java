package dev.atf.controller;

import dev.atf.access.AccessControl;
import dev.atf.access.TaskLambdas;
import dev.atf.controller.buffer.ControllerMetrics;
import dev.atf.controller.buffer.ControllerTuning;
import dev.atf.controller.buffer.ServedLambdas;
import dev.atf.controller.buffer.TaskMatcher;
import dev.atf.controller.claim.Breaker;
import dev.atf.controller.claim.BufferExpiry;
import dev.atf.controller.claim.CallEndings;
import dev.atf.controller.claim.ClaimLoop;
import dev.atf.controller.claim.ClaimTimes;
import dev.atf.controller.claim.Deletions;
import dev.atf.controller.claim.Releases;
import dev.atf.controller.poll.QueuePolls;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loop;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.rpc.RpcServers;
import dev.atf.runtime.rpc.TransportRefusals;
import dev.atf.runtime.server.RpcPort;
import dev.atf.runtime.server.RpcServerConfig;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The controller: its loops, its port, and its orderly end. */
@Singleton
final class ControllerService implements Service {
  /** Time for writing an answer, after all that a call may wait for. */
  private static final Duration REQUEST_MARGIN = Duration.ofSeconds(10);

  /** Time for handing out the last answer. */
  private static final Duration CLAIM_MARGIN = Duration.ofMillis(500);

  private final RpcServerConfig config;
  private final ControllerTuning tuning;
  private final ClaimTimes claimTimes;
  private final QueueConnection queue;
  private final ServedLambdas lambdas;
  private final ControllerRpc rpc;
  private final TaskMatcher matcher;
  private final CallEndings callEnds;
  private final Breaker breaker;
  private final Releases releases;
  private final Deletions deletions;
  private final ClaimLoop claiming;
  private final BufferExpiry expiry;
  private final SettingsRefresh settings;
  private final HscProbe probe;
  private final QueuePolls polls;
  private final Loops loops;
  private final ControllerMetrics controllerMetrics;
  private final AccessControl access;
  private final RpcServers servers;
  private final HscConnection hsc;
  private final List<Loop> claims = new ArrayList<>();
  private final List<Loop> running = new ArrayList<>();
  private volatile boolean draining;
  private Optional<RpcPort> server = Optional.empty();

  @Inject
  ControllerService(
      RpcServerConfig config,
      ControllerTuning tuning,
      ClaimTimes claimTimes,
      QueueConnection queue,
      ServedLambdas lambdas,
      ControllerRpc rpc,
      TaskMatcher matcher,
      CallEndings callEnds,
      Breaker breaker,
      Releases releases,
      Deletions deletions,
      ClaimLoop claiming,
      BufferExpiry expiry,
      SettingsRefresh settings,
      HscProbe probe,
      QueuePolls polls,
      Loops loops,
      ControllerMetrics controllerMetrics,
      AccessControl access,
      RpcServers servers,
      HscConnection hsc) {
    this.config = config;
    this.tuning = tuning;
    this.claimTimes = claimTimes;
    this.queue = queue;
    this.lambdas = lambdas;
    this.rpc = rpc;
    this.matcher = matcher;
    this.callEnds = callEnds;
    this.breaker = breaker;
    this.releases = releases;
    this.deletions = deletions;
    this.claiming = claiming;
    this.expiry = expiry;
    this.settings = settings;
    this.probe = probe;
    this.polls = polls;
    this.loops = loops;
    this.controllerMetrics = controllerMetrics;
    this.access = access;
    this.servers = servers;
    this.hsc = hsc;
  }

  @Override
  public void start() {
    lambdas.names().forEach(lambda -> controllerMetrics.watch(lambda, matcher));
    server =
        Optional.of(
            servers.open(
                "controller",
                config,
                () -> !draining && loops.allAlive(),
                List.of(rpc),
                grpc -> {
                  grpc.exceptionHandler(new TransportRefusals(RpcErrors::ofTransport));
                  access.guard(grpc, TaskLambdas.NONE);
                },
                http -> {
                  http.requestTimeout(requestTimeout());
                  access.guardMetrics(http);
                }));
    var deleting = loops.start("delete", deletions);
    deletions.whenAdded(deleting::wake);
    running.add(deleting);
    for (int i = 1; i <= tuning.claimConcurrency(); i++) {
      claims.add(loops.start("claim-" + i, claiming));
    }
    var tend = loops.start("tend", expiry);
    matcher.whenEndsEarlier(tend::wake);
    running.add(tend);
    var settingsLoop = loops.start("settings", settings);
    matcher.whenJoined(settingsLoop::wake);
    running.add(settingsLoop);
    var probing = loops.start("probe", probe);
    breaker.whenOpened(probing::wake);
    running.add(probing);
  }

  @Override
  public int port() {
    return server.orElseThrow().port();
  }

  /** Sends waiting calls away, gives buffered references back, and lets claims under way end. */
  @Override
  public void close() {
    draining = true;
    matcher.close().forEach(callEnds::refuseDraining);
    releases.atOnce(matcher.takeAllBuffered());
    polls.close();
    // To interrupt a claim would leave what it takes to its lease.
    loops.stopTogether(claims, claimTimes.usefulFor().plus(CLAIM_MARGIN));
    loops.stopTogether(running);
    deletions.flush();
    server.ifPresent(RpcPort::close);
    queue.close();
    hsc.close();
  }

  /**
   * Returns a time longer than the longest NextWork and the claim that may follow it, and than a
   * ReturnWork.
   */
  private Duration requestTimeout() {
    var nextWork = Requests.WAIT_MAX.plus(claimTimes.usefulFor());
    var returnWork = tuning.returnTimeout().plus(claimTimes.timeout());
    return (nextWork.compareTo(returnWork) >= 0 ? nextWork : returnWork).plus(REQUEST_MARGIN);
  }
}
