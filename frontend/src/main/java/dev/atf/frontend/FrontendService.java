package dev.atf.frontend;

import dev.atf.access.AccessControl;
import dev.atf.access.TaskLambdas;
import dev.atf.console.Console;
import dev.atf.frontend.event.EventRpc;
import dev.atf.frontend.event.TransitionBroadcaster;
import dev.atf.frontend.express.ExpressLane;
import dev.atf.frontend.express.ExpressPushes;
import dev.atf.frontend.express.FrontendPeers;
import dev.atf.frontend.http.EventStream;
import dev.atf.frontend.http.HttpJson;
import dev.atf.frontend.lambda.LambdaRpc;
import dev.atf.frontend.plans.JobRpc;
import dev.atf.frontend.plans.OrderingRpc;
import dev.atf.frontend.plans.PeriodicRpc;
import dev.atf.frontend.rpc.BatchCalls;
import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.rpc.RpcServers;
import dev.atf.runtime.server.RpcPort;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.runtime.tracing.Tracing;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The frontend of one process: its only state is references that it is about to push, so that any
 * number of them serve side by side.
 */
@Singleton
final class FrontendService implements Service {
  private static final Logger log = LoggerFactory.getLogger(FrontendService.class);

  private final RpcServerConfig config;
  private final TaskRpc tasks;
  private final LambdaRpc lambdas;
  private final PeriodicRpc periodic;
  private final JobRpc jobs;
  private final EventRpc events;
  private final OrderingRpc ordering;
  private final EventStream eventStream;
  private final TransitionBroadcaster broadcaster;
  private final BatchCalls batchCalls;
  private final ExpressLane express;
  private final ExpressPushes pushes;
  private final FrontendPeers peers;
  private final Loops loops;
  private final ErrorMapping errors;
  private final AccessControl access;
  private final TaskLambdas taskLambdas;
  private final RpcServers servers;
  private final Engines engines;
  private final Tracing tracing;
  private @Nullable RpcPort server;

  @Inject
  FrontendService(
      RpcServerConfig config,
      TaskRpc tasks,
      LambdaRpc lambdas,
      PeriodicRpc periodic,
      JobRpc jobs,
      EventRpc events,
      OrderingRpc ordering,
      EventStream eventStream,
      TransitionBroadcaster broadcaster,
      BatchCalls batchCalls,
      ExpressLane express,
      ExpressPushes pushes,
      FrontendPeers peers,
      Loops loops,
      ErrorMapping errors,
      AccessControl access,
      TaskLambdas taskLambdas,
      RpcServers servers,
      Engines engines,
      Tracing tracing) {
    this.config = config;
    this.tasks = tasks;
    this.lambdas = lambdas;
    this.periodic = periodic;
    this.jobs = jobs;
    this.events = events;
    this.ordering = ordering;
    this.eventStream = eventStream;
    this.broadcaster = broadcaster;
    this.batchCalls = batchCalls;
    this.express = express;
    this.pushes = pushes;
    this.peers = peers;
    this.loops = loops;
    this.errors = errors;
    this.access = access;
    this.taskLambdas = taskLambdas;
    this.servers = servers;
    this.engines = engines;
    this.tracing = tracing;
  }

  @Override
  public void start() {
    engines.prepare();
    // Before the first call, so that the peers' share is not used twice.
    countFellows();
    loops.start("peers", peers);
    express.whenWork(loops.start("express", pushes)::wake);
    server =
        servers.open(
            "frontend",
            config,
            loops::allAlive,
            List.of(tasks, lambdas, periodic, jobs, ordering, events),
            grpc -> {
              HttpJson.tune(grpc);
              grpc.exceptionHandler(errors);
              access.guard(grpc, taskLambdas);
            },
            http -> {
              HttpJson.tune(http);
              access.guardMetrics(http);
              Console.on(http);
              http.route().get(EventStream.PATH).build(eventStream);
            });
  }

  @Override
  public int port() {
    if (server == null) {
      throw new IllegalStateException("not started");
    }
    return server.port();
  }

  @Override
  public void close() {
    broadcaster.close();
    if (server != null) {
      server.close();
    }
    loops.close();
    pushes.close();
    leave();
    batchCalls.close();
    engines.close();
    tracing.close();
  }

  private void countFellows() {
    try {
      var unused = peers.turn();
    } catch (RuntimeException e) {
      log.warn("the peers are not known yet: {}", e.toString());
    }
  }

  private void leave() {
    try {
      peers.leave();
    } catch (RuntimeException e) {
      log.warn("could not leave; the others notice after the member time-out: {}", e.toString());
    }
  }
}
