package dev.atf.lab.chaos;

import com.google.common.collect.ImmutableList;
import dev.atf.lab.processes.Edge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Fault that is injected into the system. */
public sealed interface Fault {
  Family family();

  /** Kinds of faults. */
  enum Family {
    /** SIGKILL of a service, which is started again, or of an executor. */
    KILL,
    /** SIGSTOP, and SIGCONT after a while. */
    PAUSE,
    /** Replies between two processes are lost, late or swallowed, or connections are cut. */
    PROXY,
    /** A service or all executors are replaced as in a deployment. */
    RESTART,
    /** Processes of a zone, a third of all, are killed or stopped at one instant, for a while. */
    ZONE_LOSS
  }

  record Kill(Victim victim) implements Fault {
    @Override
    public Family family() {
      return Family.KILL;
    }
  }

  record Stop(Victim victim, Duration lasting) implements Fault {
    @Override
    public Family family() {
      return Family.PAUSE;
    }
  }

  record BadLink(Edge edge, Trouble trouble, Duration lasting) implements Fault {
    @Override
    public Family family() {
      return Family.PROXY;
    }
  }

  record Replace(Victim victim) implements Fault {
    @Override
    public Family family() {
      return Family.RESTART;
    }
  }

  /**
   * @param killed true if its processes are killed, false if they are stopped
   */
  record ZoneLoss(Zone zone, boolean killed, Duration lasting) implements Fault {
    @Override
    public Family family() {
      return Family.ZONE_LOSS;
    }
  }

  /** Zone of the system: two have a frontend, and each other service has one process. */
  enum Zone {
    A(Victim.FRONTEND, Victim.EXECUTOR),
    B(Victim.SECOND_FRONTEND, Victim.HSC, Victim.STORE_CONSUMER),
    C(Victim.CONTROLLER, Victim.EXECUTOR);

    private final ImmutableList<Victim> victims;

    Zone(Victim... victims) {
      this.victims = ImmutableList.copyOf(victims);
    }

    ImmutableList<Victim> victims() {
      return victims;
    }
  }

  /** Fault of a link. */
  enum Trouble {
    LOSE_REPLIES,
    DELAY_REPLIES,
    SWALLOW_REPLIES,
    CUT
  }

  /** Part of the system that a fault hits. */
  enum Victim {
    FRONTEND,
    SECOND_FRONTEND,
    HSC,
    STORE_CONSUMER,
    CONTROLLER,
    EXECUTOR
  }

  /** Faults and their times, drawn from a seed: the same for the same seed. */
  final class Schedule {
    /** With these gaps faults overlap, and some leases are undisturbed between them. */
    private static final Duration GAP_MIN = Duration.ofMillis(1_500);

    private static final Duration GAP_MAX = Duration.ofSeconds(5);

    private final Random random;

    private Schedule(long seed) {
      this.random = new Random(seed);
    }

    /** Draws the faults in the order of their times; each family occurs before any occurs again. */
    static List<TimedFault> of(long seed, Duration length, Set<Family> families) {
      return new Schedule(seed).draw(length, families);
    }

    private List<TimedFault> draw(Duration length, Set<Family> families) {
      var strikes = new ArrayList<TimedFault>();
      var round = new ArrayList<Family>();
      var at = between(GAP_MIN, GAP_MAX);
      while (!families.isEmpty() && at.compareTo(length) < 0) {
        if (round.isEmpty()) {
          families.stream().sorted().forEach(round::add);
          Collections.shuffle(round, random);
        }
        strikes.add(new TimedFault(at, fault(round.remove(0))));
        at = at.plus(between(GAP_MIN, GAP_MAX));
      }
      return List.copyOf(strikes);
    }

    private Fault fault(Family family) {
      var lease = ChaosRun.LEASE.lease();
      return switch (family) {
        case KILL -> new Kill(any(Victim.values()));
        case PAUSE -> new Stop(stopped(), between(Duration.ofMillis(300), lease.multipliedBy(2)));
        case PROXY ->
            new BadLink(
                any(Edge.values()),
                any(Trouble.values()),
                between(Duration.ofSeconds(1), lease.multipliedBy(2)));
        case RESTART -> new Replace(any(Victim.values()));
        case ZONE_LOSS ->
            new ZoneLoss(
                any(Zone.values()),
                random.nextBoolean(),
                between(Duration.ofSeconds(1), lease.multipliedBy(2)));
      };
    }

    /**
     * Draws an executor as often as all services: executors must not continue after they lost a
     * lease.
     */
    private Victim stopped() {
      return random.nextBoolean() ? Victim.EXECUTOR : any(Victim.values());
    }

    private <T> T any(T[] values) {
      return values[random.nextInt(values.length)];
    }

    private Duration between(Duration min, Duration max) {
      return min.plusMillis(random.nextLong(max.minus(min).toMillis()));
    }

    /**
     * Fault and its time.
     *
     * @param at time since the beginning of the run
     */
    record TimedFault(Duration at, Fault fault) {}
  }
}
