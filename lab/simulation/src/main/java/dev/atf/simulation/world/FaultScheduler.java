package dev.atf.simulation.world;

import dev.atf.sim.aws.UnreliableQueues;
import dev.atf.sim.time.Timeline;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Nemesis: injects faults of whole processes, the store and the network that last for a while. */
final class FaultScheduler {
  private static final Duration EVERY_MAX = Duration.ofMinutes(2);
  private static final Duration LEAP_MAX = Duration.ofMinutes(10);

  /** Partitions of the store's table of tasks: the tasks of one process are in several. */
  private static final int PARTITIONS = 4;

  private static final Duration LEASE = Times.LEASE.lease();

  /** Time after which the processes of a lost zone are back, so that another one may be lost. */
  private static final Duration ZONE_BACK = Duration.ofSeconds(5);

  private final WorldPlan plan;
  private final Timeline timeline;
  private final Fleet fleet;
  private final Faults faults;
  private final UnreliableQueues queues;
  private final RandomGenerator random;
  private long zonesWholeFrom;
  private boolean ended;

  FaultScheduler(
      WorldPlan plan,
      Timeline timeline,
      Fleet fleet,
      Faults faults,
      UnreliableQueues queues,
      RandomGenerator random) {
    this.plan = plan;
    this.timeline = timeline;
    this.fleet = fleet;
    this.faults = faults;
    this.queues = queues;
    this.random = random;
  }

  void start() {
    if (plan.has(FaultKind.CLOCK_WRONG)) {
      for (var place : fleet.places()) {
        place.process().setSkew(error(Times.LEASE.clockErrorMax()));
      }
    }
    for (var kind : plan.families()) {
      switch (kind) {
        case PARTITION,
            STORE_THROTTLED,
            STORE_AWAY,
            QUEUE_AWAY,
            QUEUE_PURGED,
            CRASH,
            DEPLOY,
            PAUSE,
            CLOCK_WRONG,
            CLOCK_LEAPS,
            ZONE_LOSS,
            STORE_PARTITION_THROTTLED,
            CLAIMS_REFUSED ->
            next(kind, EVERY_MAX.dividedBy(1L << random.nextInt(4)));
        default -> {}
      }
    }
  }

  void end() {
    ended = true;
    fleet.places().forEach(place -> place.process().setSkew(Duration.ZERO));
  }

  private void next(FaultKind kind, Duration everyMax) {
    timeline.after(
        upTo(everyMax),
        () -> {
          if (!ended) {
            if (!faults.areSpent()) {
              strike(kind);
            }
            next(kind, everyMax);
          }
        });
  }

  private void strike(FaultKind kind) {
    switch (kind) {
      case PARTITION -> {
        var one = random.nextBoolean() ? anyExecutor() : anyName();
        var other = anyName();
        faults.begin(
            kind,
            upTo(LEASE.multipliedBy(2)),
            edge -> edge.startsWith(one + ">") || edge.equals(other + ">" + one));
      }
      case STORE_THROTTLED -> faults.begin(kind, upTo(LEASE), process -> true);
      case STORE_AWAY -> {
        if (random.nextInt(4) == 0) {
          // Mostly much shorter than the maximum.
          faults.begin(kind, upTo(upTo(LEASE.multipliedBy(5))), process -> true);
        }
      }
      case QUEUE_AWAY -> faults.begin(kind, upTo(LEASE), process -> true);
      case QUEUE_PURGED -> {
        if (random.nextInt(4) == 0) {
          faults.fire(kind);
          queues.purge();
        }
      }
      case CRASH -> {
        faults.fire(kind);
        any().kill(upTo(Duration.ofSeconds(20)));
      }
      case DEPLOY -> {
        faults.fire(kind);
        any().replace();
      }
      case PAUSE -> {
        faults.fire(kind);
        any().process().pause(upTo(Fleet.PAUSE_MAX));
      }
      case CLOCK_WRONG -> {
        faults.fire(kind);
        any().process().setSkew(error(Times.LEASE.clockErrorMax()));
      }
      case CLOCK_LEAPS -> {
        faults.fire(kind);
        var process = any().process();
        process.setSkew(error(LEAP_MAX));
        timeline.after(upTo(LEASE), () -> process.setSkew(Duration.ZERO));
      }
      case ZONE_LOSS -> {
        if (timeline.nanos() >= zonesWholeFrom) {
          var lasting = upTo(LEASE.multipliedBy(4));
          zonesWholeFrom = timeline.nanos() + lasting.plus(ZONE_BACK).toNanos();
          fleet.loseZone(any().zone(), lasting, random.nextBoolean());
        }
      }
      case STORE_PARTITION_THROTTLED -> {
        int partition = random.nextInt(PARTITIONS);
        faults.begin(
            kind,
            upTo(LEASE),
            task -> !task.isEmpty() && Math.floorMod(task.hashCode(), PARTITIONS) == partition);
      }
      case CLAIMS_REFUSED ->
          faults.begin(kind, upTo(LEASE.multipliedBy(2)), Fleet.FIRST_LAMBDA::equals);
      default -> throw new IllegalStateException(kind + " does not strike");
    }
  }

  private Fleet.Place any() {
    var places = fleet.places();
    return places.get(random.nextInt(places.size()));
  }

  private String anyExecutor() {
    var executors =
        fleet.places().stream()
            .map(place -> place.process().name())
            .filter(name -> name.startsWith(Fleet.EXECUTOR))
            .toList();
    return executors.get(random.nextInt(executors.size()));
  }

  private String anyName() {
    return any().process().name();
  }

  private Duration error(Duration most) {
    return Duration.ofMillis(random.nextLong(-most.toMillis(), most.toMillis() + 1));
  }

  private Duration upTo(Duration most) {
    return Duration.ofNanos(random.nextLong(most.toNanos()));
  }
}
