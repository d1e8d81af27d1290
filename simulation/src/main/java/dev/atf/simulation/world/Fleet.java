package dev.atf.simulation.world;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.controller.ControllerOnPorts;
import dev.atf.executor.ExitCode;
import dev.atf.executor.core.attempt.Handlers;
import dev.atf.executor.process.ExecutorOnPorts;
import dev.atf.frontend.Engines;
import dev.atf.frontend.FrontendOnPorts;
import dev.atf.hsc.HscOnPorts;
import dev.atf.protocol.v1.ControllerServiceGrpc;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.Service;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.simulation.aws.UnreliableQueues;
import dev.atf.simulation.aws.WatchedStore;
import dev.atf.simulation.net.Network;
import dev.atf.simulation.time.Carriers;
import dev.atf.simulation.time.StuckEvents;
import dev.atf.simulation.time.Timeline;
import dev.atf.simulation.time.VirtualProcess;
import dev.atf.storeconsumer.StoreConsumerOnPorts;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Processes of one world, each made of the real service's classes, and restarted when it dies. */
public final class Fleet {
  public static final String FRONTEND = "frontend";
  static final String HSC = "hsc";
  static final String EXECUTOR = "executor-";

  /** Lambda with most of the tasks: it gets children of the others, too. */
  static final String FIRST_LAMBDA = "lambda-0";

  static final Duration PAUSE_MAX = Times.LEASE.lease().multipliedBy(4);

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration CLAIM_WAIT = Duration.ofSeconds(4);

  private final Plan plan;
  private final Ablation ablation;
  private final Timeline timeline;
  private final Carriers carriers;
  private final Network network;
  private final FaultyPorts ports;
  private final Faults faults;
  private final EventLog log;
  private final RandomGenerator random;
  private final Instant beginning;
  private final ReportedDeaths deaths;
  private final List<Place> places = new ArrayList<>();
  private boolean over;

  /** Slot for one process after the other. */
  final class Place {
    private final String name;
    private final Function<VirtualProcess, Service> make;
    private VirtualProcess process;
    private Runnable whenDrained = () -> {};
    private Runnable whenKilled = () -> {};
    private Optional<Service> service = Optional.empty();
    private int lives;

    Place(String name, Function<VirtualProcess, Service> make) {
      this.name = name;
      this.make = make;
      this.process = newProcess(name);
    }

    VirtualProcess process() {
      return process;
    }

    void start() {
      lives++;
      faults.replaced(name);
      process = newProcess(name);
      var living = process;
      log.note("start " + name + " life " + lives);
      service = Optional.empty();
      living.start(
          "main",
          () -> {
            var made = make.apply(living);
            made.start();
            service = Optional.of(made);
          });
    }

    /** Ends the process as SIGTERM does, and starts the next version after its end. */
    void replace() {
      var leaving = process;
      if (leaving.isDead() || service.isEmpty()) {
        return;
      }
      log.note("drain " + name);
      var drained = service.get();
      service = Optional.empty();
      whenDrained.run();
      leaving.start(
          "shutdown",
          () -> {
            drained.close();
            kill(Duration.ofMillis(500));
          });
    }

    /** Kills the process, unless it was replaced. */
    void killOf(VirtualProcess one, Duration awayFor) {
      if (process == one) {
        kill(awayFor);
      }
    }

    /** Kills the process as SIGKILL does, and restarts it after a while. */
    void kill(Duration awayFor) {
      var dead = process;
      if (dead.isDead()) {
        return;
      }
      log.note("kill " + name);
      dead.kill();
      network.forget(dead);
      whenKilled.run();
      whenKilled = () -> {};
      whenDrained = () -> {};
      timeline.after(
          awayFor,
          () -> {
            if (!over) {
              start();
            }
          });
    }
  }

  Fleet(
      Plan plan,
      Ablation ablation,
      Timeline timeline,
      StuckEvents stuck,
      Carriers carriers,
      Network network,
      WatchedStore store,
      UnreliableQueues queues,
      Faults faults,
      EventLog log,
      RandomGenerator random,
      Instant beginning) {
    this.plan = plan;
    this.ablation = ablation;
    this.timeline = timeline;
    this.carriers = carriers;
    this.network = network;
    this.faults = faults;
    this.log = log;
    this.random = random;
    this.beginning = beginning;
    this.deaths = new ReportedDeaths(timeline, plan.seed());
    this.ports = new FaultyPorts(stuck, store, queues, faults, random, this::crash);
  }

  List<Place> places() {
    return places;
  }

  public static List<String> lambdaNames(Plan plan) {
    var names = new ArrayList<String>();
    names.add(FIRST_LAMBDA);
    for (int i = 1; i < plan.lambdas(); i++) {
      names.add("lambda-" + i);
    }
    return names;
  }

  void start() {
    for (int i = 0; i < plan.frontends(); i++) {
      place("frontend-" + i, this::frontend);
    }
    for (int i = 0; i < plan.consumers(); i++) {
      place("consumer-" + i, this::consumer);
    }
    for (int i = 0; i < plan.hscs(); i++) {
      place("hsc-" + i, this::hsc);
    }
    for (int i = 0; i < plan.hosts(); i++) {
      var controller = "controller-" + i;
      place(controller, process -> controller(process, controller));
      for (var lambda : lambdaNames(plan)) {
        executor(EXECUTOR + i + "-" + lambda, lambda, controller);
      }
    }
    faults.setPowerCut(this::killExecutors);
    places.forEach(Place::start);
  }

  /** Ends all processes for good. */
  void endAll() {
    over = true;
    places.forEach(place -> place.process().kill());
  }

  private void place(String name, Function<VirtualProcess, Service> make) {
    places.add(new Place(name, make));
  }

  public VirtualProcess newProcess(String name) {
    return new VirtualProcess(timeline, carriers, name, beginning);
  }

  private Service frontend(VirtualProcess process) {
    return FrontendOnPorts.factory()
        .create(
            Times.frontend(),
            NO_ENGINES,
            ports.store(process),
            ports.queues(process),
            runtime(process, FRONTEND))
        .service();
  }

  private Service consumer(VirtualProcess process) {
    return StoreConsumerOnPorts.factory()
        .create(
            Times.consumer(),
            ports.store(process),
            ports.queues(process),
            runtime(process, process.name()))
        .service();
  }

  private Service hsc(VirtualProcess process) {
    return HscOnPorts.factory()
        .create(Times.hsc(ablation), ports.store(process), runtime(process, HSC))
        .service();
  }

  private Service controller(VirtualProcess process, String name) {
    var controller =
        ControllerOnPorts.factory()
            .create(
                Times.controller(lambdaNames(plan)),
                ports.queues(process),
                HscServiceGrpc.newBlockingStub(
                    ablation.ofClaims(process, network.channel(process, HSC))),
                runtime(process, name));
    var reports = controller.host().deaths();
    reports.whenAdded(controller.loops().start("death-reports", reports)::wake);
    deaths.by(name, process, reports);
    return controller.service();
  }

  private void executor(String name, String lambda, String controller) {
    var holder = new Place[1];
    holder[0] =
        new Place(
            name,
            process -> {
              Runnable die = () -> holder[0].kill(restart());
              var laborer = new WorkloadHandler(process, log, die);
              var calls =
                  new GrpcCalls(
                      process,
                      ControllerServiceGrpc.newBlockingStub(network.channel(process, controller)),
                      HscServiceGrpc.newBlockingStub(network.channel(process, HSC)),
                      CLAIM_WAIT,
                      ablation);
              Runnable tellEarly =
                  () -> {
                    if (ablation.tellsDeathsEarly()) {
                      deaths.tell(controller, calls.executorId(), lambda);
                    }
                  };
              holder[0].whenDrained = tellEarly;
              holder[0].whenKilled =
                  () -> {
                    laborer.killed();
                    deaths.tell(controller, calls.executorId(), lambda);
                  };
              return ExecutorOnPorts.create(
                  Times.executor(lambda, plan.slots()),
                  new Handlers(Map.of(lambda, laborer)),
                  JSON,
                  ExecutorPlace.in(runtime(process, name)),
                  new WatchedRequests(calls, log),
                  calls,
                  (code, reason) -> {
                    if (ablation.keepsAlive(reason)) {
                      return;
                    }
                    log.note("terminate " + name + " " + code + " " + reason);
                    if (code == ExitCode.LEASE_OVER) {
                      log.leaseOver(calls.executorId());
                    }
                    tellEarly.run();
                    timeline.after(timeToDie(), () -> holder[0].killOf(process, restart()));
                    process.sleepUninterruptibly(Times.LEASE.stopTime());
                  });
            });
    places.add(holder[0]);
  }

  /** Returns the time for which an executor that ends itself still runs. */
  private Duration timeToDie() {
    return Duration.ofNanos(random.nextLong(Times.LEASE.stopTime().toNanos()));
  }

  private Duration restart() {
    return Duration.ofMillis(500 + random.nextInt(3_000));
  }

  private RuntimePorts runtime(VirtualProcess process, String listensAs) {
    return new RuntimePorts(
        new ProcessName(process.name(), 1),
        process,
        process,
        new Random(random.nextLong()),
        process,
        network.place(process, listensAs),
        new SimpleMeterRegistry());
  }

  /** Delays the next call of a process, which has just read something. */
  void hesitate() {
    ports.hesitate();
  }

  private void killExecutors() {
    places.stream()
        .filter(place -> place.process().name().startsWith(EXECUTOR))
        .forEach(place -> place.kill(restart()));
  }

  private void crash(VirtualProcess process) {
    places.stream()
        .filter(place -> place.process() == process)
        .forEach(place -> place.kill(restart()));
  }

  private static final Engines NO_ENGINES =
      new Engines() {
        @Override
        public void prepare() {}

        @Override
        public void close() {}
      };
}
