package dev.atf.simulation.world;

import dev.atf.runtime.Service;
import dev.atf.sim.net.Network;
import dev.atf.sim.time.Timeline;
import dev.atf.sim.time.VirtualProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Processes of one world, each made of the real service's classes, and restarted when it dies. */
final class Fleet {
  public static final String FRONTEND = "frontend";

  /** Number of zones: the processes of each kind are spread over them. */
  static final int ZONES = 3;

  static final String HSC = "hsc";
  static final String EXECUTOR = "executor-";

  /** Lambda with most of the tasks: it gets children of the others, too. */
  public static final String FIRST_LAMBDA = "lambda-0";

  static final Duration PAUSE_MAX = Times.LEASE.lease().multipliedBy(4);

  private final WorldPlan plan;
  private final Timeline timeline;
  private final Network network;
  private final VirtualProcesses processes;
  private final ServiceWiring services;
  private final Faults faults;
  private final EventLog log;
  private final RandomGenerator random;
  private final List<Place> places = new ArrayList<>();
  private boolean over;

  /** Slot for one process after the other. */
  final class Place {
    private final String name;
    private final int zone;
    private final BiFunction<Place, VirtualProcess, Service> make;
    private VirtualProcess process;
    private Runnable whenDrained = () -> {};
    private Runnable whenKilled = () -> {};
    private Optional<Service> service = Optional.empty();
    private int lives;

    Place(String name, int zone, BiFunction<Place, VirtualProcess, Service> make) {
      this.name = name;
      this.zone = zone;
      this.make = make;
      this.process = newProcess(name);
    }

    String name() {
      return name;
    }

    int zone() {
      return zone;
    }

    VirtualProcess process() {
      return process;
    }

    /** Names what to do when the present process begins to drain. */
    void whenDrained(Runnable action) {
      whenDrained = action;
    }

    /** Names what to do when the present process is killed. */
    void whenKilled(Runnable action) {
      whenKilled = action;
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
            var made = make.apply(this, living);
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
      WorldPlan plan,
      Timeline timeline,
      Network network,
      VirtualProcesses processes,
      ServiceWiring services,
      Faults faults,
      EventLog log,
      RandomGenerator random) {
    this.plan = plan;
    this.timeline = timeline;
    this.network = network;
    this.processes = processes;
    this.services = services;
    this.faults = faults;
    this.log = log;
    this.random = random;
  }

  List<Place> places() {
    return places;
  }

  public static List<String> lambdaNames(WorldPlan plan) {
    var names = new ArrayList<String>();
    names.add(FIRST_LAMBDA);
    for (int i = 1; i < plan.lambdas(); i++) {
      names.add("lambda-" + i);
    }
    return names;
  }

  void start() {
    for (int i = 0; i < plan.frontends(); i++) {
      var zonal = frontendIn(i % ZONES);
      place("frontend-" + i, i % ZONES, process -> services.frontend(process, zonal));
    }
    for (int i = 0; i < plan.consumers(); i++) {
      place("consumer-" + i, (i + 1) % ZONES, services::consumer);
    }
    for (int i = 0; i < plan.hscs(); i++) {
      place("hsc-" + i, (i + 2) % ZONES, services::hsc);
    }
    for (int i = 0; i < plan.hosts(); i++) {
      int host = i;
      var controller = "controller-" + i;
      place(
          controller,
          i % ZONES,
          process -> services.controller(process, controller, () -> endHost(host)));
      for (var lambda : lambdaNames(plan)) {
        places.add(
            new Place(
                EXECUTOR + i + "-" + lambda,
                i % ZONES,
                (place, process) -> services.executor(place, process, lambda, controller)));
      }
    }
    faults.setPowerCut(this::killExecutors);
    places.forEach(Place::start);
  }

  /** Ends all processes, without restarts. */
  void endAll() {
    over = true;
    places.forEach(place -> place.process().kill());
  }

  private void place(String name, int zone, Function<VirtualProcess, Service> make) {
    places.add(new Place(name, zone, (place, process) -> make.apply(process)));
  }

  /** Returns the name under which the frontends of a zone are reached. */
  private static String frontendIn(int zone) {
    return FRONTEND + ".zone-" + zone;
  }

  /** Returns the names of the frontends of each zone that has any. */
  static List<String> zonalFrontends(WorldPlan plan) {
    return IntStream.range(0, Math.min(ZONES, plan.frontends()))
        .mapToObj(Fleet::frontendIn)
        .toList();
  }

  /**
   * Cuts a zone off from everything outside of it.
   *
   * @param killed true if its processes die, too; they start again when it is back
   */
  void loseZone(int zone, Duration lasting, boolean killed) {
    var lost = places.stream().filter(place -> place.zone() == zone).toList();
    var names = lost.stream().map(Place::name).collect(Collectors.toSet());
    log.note("zone " + zone + " is lost for " + lasting + (killed ? ", killed" : ", cut off"));
    faults.begin(FaultKind.ZONE_LOSS, lasting, names::contains);
    if (killed) {
      faults.fire(FaultKind.ZONE_LOSS);
      lost.forEach(place -> place.kill(lasting));
    }
  }

  public VirtualProcess newProcess(String name) {
    return processes.make(name);
  }

  /** Draws how long it takes until a process that died is started again. */
  static Duration restart(RandomGenerator random) {
    return Duration.ofMillis(500 + random.nextInt(3_000));
  }

  /** Kills the processes of a host that was ordered to end; they start again as another host. */
  private void endHost(int host) {
    var executors = EXECUTOR + host + "-";
    places.stream()
        .filter(
            place ->
                place.name().equals("controller-" + host) || place.name().startsWith(executors))
        .forEach(place -> place.kill(restart(random)));
  }

  private void killExecutors() {
    places.stream()
        .filter(place -> place.process().name().startsWith(EXECUTOR))
        .forEach(place -> place.kill(restart(random)));
  }

  /** Kills a process in the middle of what it does; it is started again after a while. */
  void crash(VirtualProcess process) {
    places.stream()
        .filter(place -> place.process() == process)
        .forEach(place -> place.kill(restart(random)));
  }
}
