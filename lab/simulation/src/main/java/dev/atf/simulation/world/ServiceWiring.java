package dev.atf.simulation.world;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.blob.store.BlobConnection;
import dev.atf.controller.ControllerComponent;
import dev.atf.executor.ExitCode;
import dev.atf.executor.core.attempt.Handlers;
import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.executor.process.ExecutorOnPorts;
import dev.atf.frontend.FrontendComponent;
import dev.atf.hints.ConsumerChannels;
import dev.atf.hsc.HscComponent;
import dev.atf.model.LambdaName;
import dev.atf.protocol.v1.ControllerServiceGrpc;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.ReturnWorkRequest;
import dev.atf.runtime.Service;
import dev.atf.sim.executor.ExecutorPlace;
import dev.atf.sim.executor.GrpcCalls;
import dev.atf.sim.net.Network;
import dev.atf.sim.time.Timeline;
import dev.atf.sim.time.VirtualProcess;
import dev.atf.simulation.world.host.WatchedHost;
import dev.atf.storeconsumer.StoreConsumerComponent;
import io.grpc.ClientInterceptors;
import java.time.Duration;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The real services' classes, wired for one process of a world each. */
final class ServiceWiring {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration CLAIM_WAIT = Duration.ofSeconds(4);

  private final WorldPlan plan;
  private final Ablation ablation;
  private final Timeline timeline;
  private final VirtualProcesses processes;
  private final Network network;
  private final FaultyPorts ports;
  private final EventLog log;
  private final RandomGenerator random;
  private final ReportedDeaths deaths;
  private final Outages outages;

  ServiceWiring(
      WorldPlan plan,
      Ablation ablation,
      Timeline timeline,
      VirtualProcesses processes,
      Network network,
      FaultyPorts ports,
      EventLog log,
      RandomGenerator random) {
    this.plan = plan;
    this.ablation = ablation;
    this.timeline = timeline;
    this.processes = processes;
    this.network = network;
    this.ports = ports;
    this.log = log;
    this.random = random;
    this.deaths = new ReportedDeaths(timeline, plan.seed());
    this.outages = new Outages(plan, timeline);
  }

  /**
   * @param zonal name of the frontends of its zone
   */
  Service frontend(VirtualProcess process, String zonal) {
    return FrontendComponent.factory()
        .create(
            Times.frontend(),
            ports.store(process),
            BlobConnection.OFF,
            ports.queues(process),
            consumers(process),
            processes.runtime(process, Fleet.FRONTEND, zonal))
        .service();
  }

  Service consumer(VirtualProcess process) {
    return StoreConsumerComponent.factory()
        .create(
            Times.consumer(),
            ports.store(process),
            ports.queues(process),
            consumers(process),
            processes.runtime(process, process.name()))
        .service();
  }

  /** A member's name begins with its process's. */
  private ConsumerChannels consumers(VirtualProcess process) {
    return (member, uri) -> network.channel(process, member.substring(0, member.indexOf(':')));
  }

  Service hsc(VirtualProcess process) {
    return HscComponent.factory()
        .create(
            Times.hsc(ablation),
            ports.store(process),
            BlobConnection.OFF,
            consumers(process),
            processes.runtime(process, Fleet.HSC))
        .service();
  }

  /**
   * @param whenToExit ends the host
   */
  Service controller(VirtualProcess process, String name, Runnable whenToExit) {
    var watched =
        ClientInterceptors.intercept(
            network.channel(process, Fleet.HSC), new WatchedHost(process, log::handsOut));
    var controller =
        ControllerComponent.factory()
            .create(
                Times.controller(Fleet.lambdaNames(plan)),
                ports.queues(process),
                HscServiceGrpc.newBlockingStub(ablation.ofController(process, watched)),
                processes.runtime(process, name));
    var reports = controller.host().deaths();
    reports.whenAdded(controller.loops().start("death-reports", reports)::wake);
    controller.host().health().whenToExit(reason -> whenToExit.run());
    deaths.by(name, process, reports);
    return controller.service();
  }

  /**
   * @param place told how its executor ends
   * @param controller that its host's executors ask for work, and that is told of their deaths
   */
  Service executor(Fleet.Place place, VirtualProcess process, String lambda, String controller) {
    var handler =
        new WorkloadHandler(process, log, outages, () -> place.kill(Fleet.restart(random)));
    var calls =
        new GrpcCalls(
            process,
            ControllerServiceGrpc.newBlockingStub(network.channel(process, controller)),
            HscServiceGrpc.newBlockingStub(network.channel(process, Fleet.HSC)),
            CLAIM_WAIT);
    var ablated = new AblatedCalls(process, calls, ablation);
    Runnable tellEarly =
        () -> {
          if (ablation.reportsDeathsEarly()) {
            deaths.tell(controller, calls.executorId(), lambda);
          }
        };
    place.whenDrained(tellEarly);
    place.whenKilled(
        () -> {
          handler.killed();
          deaths.tell(controller, calls.executorId(), lambda);
        });
    return ExecutorOnPorts.create(
        Times.executor(lambda, plan.slots()),
        new Handlers(Map.of(lambda, handler)),
        JSON,
        ExecutorPlace.in(processes.runtime(process, place.name())),
        new WatchedRequests(ablated, log),
        ablated,
        (code, reason) -> {
          if (ablation.keepsAlive(reason)) {
            return;
          }
          log.note("terminate " + place.name() + " " + code + " " + reason);
          if (code == ExitCode.LEASE_OVER) {
            log.leaseOver(calls.executorId());
          }
          tellEarly.run();
          timeline.after(timeToDie(), () -> place.killOf(process, Fleet.restart(random)));
          process.sleepUninterruptibly(Times.LEASE.stopTime());
        });
  }

  /** Draws how long a process that ends itself runs on. */
  private Duration timeToDie() {
    return Duration.ofNanos(random.nextLong(Times.LEASE.stopTime().toNanos()));
  }

  /** Calls of an executor to its controller; reports to the rules while they wait for work. */
  private record WatchedRequests(ControllerCalls calls, EventLog log) implements ControllerCalls {
    @Override
    public NextWorkResponse nextWork(NextWorkRequest request, Duration timeout) {
      var lambda = new LambdaName(request.getLambda());
      log.workAwaited(lambda);
      try {
        return calls.nextWork(request, timeout);
      } finally {
        log.workAnswered(lambda);
      }
    }

    @Override
    public void returnWork(ReturnWorkRequest request, Duration timeout) {
      calls.returnWork(request, timeout);
    }

    @Override
    public void stopWaiting() {
      calls.stopWaiting();
    }
  }
}
