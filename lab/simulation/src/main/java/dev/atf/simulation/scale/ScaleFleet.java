package dev.atf.simulation.scale;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.blob.store.BlobConnection;
import dev.atf.controller.ControllerComponent;
import dev.atf.controller.ControllerConfig;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.core.attempt.BoundHandler;
import dev.atf.executor.core.attempt.Handlers;
import dev.atf.executor.process.ExecutorOnPorts;
import dev.atf.frontend.FrontendComponent;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hints.ConsumerChannels;
import dev.atf.hsc.HscComponent;
import dev.atf.hsc.HscConfig;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ControllerServiceGrpc;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.Service;
import dev.atf.runtime.config.ConfigLoader;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.sim.executor.ExecutorPlace;
import dev.atf.sim.executor.GrpcCalls;
import dev.atf.sim.net.Network;
import dev.atf.sim.time.Carriers;
import dev.atf.sim.time.PooledThreads;
import dev.atf.sim.time.Timeline;
import dev.atf.sim.time.VirtualProcess;
import dev.atf.storeconsumer.StoreConsumerComponent;
import dev.atf.storeconsumer.StoreConsumerConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Processes of a cluster with the default settings; none of them dies. */
final class ScaleFleet {
  static final String FRONTEND = "frontend";
  private static final String HSC = "hsc";

  /** Number of lambdas that one controller's connections to SQS suffice for, with a margin. */
  static final int LAMBDAS_PER_HOST = 10;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration CLAIM_WAIT = Duration.ofSeconds(4);

  private final ScalePlan plan;
  private final Timeline timeline;
  private final Carriers carriers;
  private final Network network;
  private final ScalePorts ports;
  private final ScaleFigures figures;
  private final RandomGenerator random;
  private final Instant beginning;
  private final List<VirtualProcess> processes = new ArrayList<>();

  ScaleFleet(
      ScalePlan plan,
      Timeline timeline,
      Carriers carriers,
      Network network,
      ScalePorts ports,
      ScaleFigures figures,
      RandomGenerator random,
      Instant beginning) {
    this.plan = plan;
    this.timeline = timeline;
    this.carriers = carriers;
    this.network = network;
    this.ports = ports;
    this.figures = figures;
    this.random = random;
    this.beginning = beginning;
  }

  static String lambda(int number) {
    return "lambda-" + number;
  }

  VirtualProcess newProcess(String name) {
    var process = new VirtualProcess(timeline, carriers, name, beginning);
    processes.add(process);
    return process;
  }

  void start() {
    for (int i = 0; i < plan.frontends(); i++) {
      start("frontend-" + i, this::frontend);
    }
    for (int i = 0; i < plan.consumers(); i++) {
      start("consumer-" + i, this::consumer);
    }
    for (int i = 0; i < plan.hscs(); i++) {
      start("hsc-" + i, this::hsc);
    }
    for (int first = 0; first < plan.lambdas(); first += LAMBDAS_PER_HOST) {
      var served = new ArrayList<String>();
      for (int i = first; i < Math.min(plan.lambdas(), first + LAMBDAS_PER_HOST); i++) {
        served.add(lambda(i));
      }
      var controller = "controller-" + first;
      start(controller, process -> controller(process, served));
      for (var lambda : served) {
        start("executor-" + lambda, process -> executor(process, lambda, controller));
      }
    }
  }

  void endAll() {
    processes.forEach(VirtualProcess::kill);
  }

  private void start(String name, Function<VirtualProcess, Service> make) {
    var process = newProcess(name);
    process.start("main", () -> make.apply(process).start());
  }

  private Service frontend(VirtualProcess process) {
    return FrontendComponent.factory()
        .create(
            over(FrontendConfig.DEFAULTS, Map.of("ATF_CREATE_QUEUES", "true")),
            ports.store(process),
            BlobConnection.OFF,
            ports.queues(process),
            consumers(process),
            runtime(process, FRONTEND))
        .service();
  }

  private Service consumer(VirtualProcess process) {
    return StoreConsumerComponent.factory()
        .create(
            over(
                StoreConsumerConfig.DEFAULTS,
                Map.of("ATF_MARK_CONCURRENCY", Integer.toString(plan.marks()))),
            ports.store(process),
            ports.queues(process),
            consumers(process),
            runtime(process, process.name()))
        .service();
  }

  /** A member's name begins with its process's. */
  private ConsumerChannels consumers(VirtualProcess process) {
    return (member, uri) -> network.channel(process, member.substring(0, member.indexOf(':')));
  }

  private Service hsc(VirtualProcess process) {
    return HscComponent.factory()
        .create(
            HscConfig.DEFAULTS,
            ports.store(process),
            BlobConnection.OFF,
            consumers(process),
            runtime(process, HSC))
        .service();
  }

  private Service controller(VirtualProcess process, List<String> lambdas) {
    return ControllerComponent.factory()
        .create(
            over(ControllerConfig.DEFAULTS, Map.of("ATF_LAMBDAS", String.join(",", lambdas))),
            ports.queues(process),
            HscServiceGrpc.newBlockingStub(network.channel(process, HSC)),
            runtime(process, process.name()))
        .service();
  }

  private Service executor(VirtualProcess process, String lambda, String controller) {
    var calls =
        new GrpcCalls(
            process,
            ControllerServiceGrpc.newBlockingStub(network.channel(process, controller)),
            HscServiceGrpc.newBlockingStub(network.channel(process, HSC)),
            CLAIM_WAIT);
    BoundHandler handler =
        (work, context) -> {
          var dueAt = ProtoTimes.java(work.getScheduledAt());
          figures.started(Duration.between(dueAt, process.instant()));
          process.sleep(plan.taskTime());
          return Outcome.success();
        };
    return ExecutorOnPorts.create(
        over(
            ExecutorConfig.DEFAULTS,
            Map.of("ATF_LAMBDA", lambda, "ATF_THREADS", Integer.toString(plan.slots()))),
        new Handlers(Map.of(lambda, handler)),
        JSON,
        ExecutorPlace.in(runtime(process, process.name())),
        calls,
        calls,
        (code, reason) -> {
          throw new IllegalStateException(process.name() + " ends itself: " + reason);
        });
  }

  private RuntimePorts runtime(VirtualProcess process, String listensAs) {
    return new RuntimePorts(
        new ProcessName(process.name(), 1),
        process,
        process,
        new Random(random.nextLong()),
        new PooledThreads(timeline, process),
        network.place(process, listensAs),
        new SimpleMeterRegistry());
  }

  private static <T extends Record> T over(T defaults, Map<String, String> variables) {
    return new ConfigLoader(new TreeMap<>(variables), List.of()).load(defaults, Optional.empty());
  }
}
