package dev.atf.lab.chaos;

import dev.atf.lab.chaos.Fault.Trouble;
import dev.atf.lab.chaos.Fault.Victim;
import dev.atf.lab.chaos.Fault.Zone;
import dev.atf.lab.processes.Edge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Faults and their times, drawn from a seed: the same for the same seed. */
final class FaultSchedule {
  /** With these gaps faults overlap, and some leases are undisturbed between them. */
  private static final Duration GAP_MIN = Duration.ofMillis(1_500);

  private static final Duration GAP_MAX = Duration.ofSeconds(5);

  private final Random random;

  private FaultSchedule(long seed) {
    this.random = new Random(seed);
  }

  /** Draws the faults in the order of their times; each family occurs before any occurs again. */
  static List<TimedFault> of(long seed, Duration length, Set<FaultFamily> families) {
    return new FaultSchedule(seed).draw(length, families);
  }

  private List<TimedFault> draw(Duration length, Set<FaultFamily> families) {
    var strikes = new ArrayList<TimedFault>();
    var round = new ArrayList<FaultFamily>();
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

  private Fault fault(FaultFamily family) {
    var lease = ChaosRun.LEASE.lease();
    return switch (family) {
      case KILL -> new Fault.Kill(any(Victim.values()));
      case PAUSE ->
          new Fault.Stop(stopped(), between(Duration.ofMillis(300), lease.multipliedBy(2)));
      case PROXY ->
          new Fault.BadLink(
              any(Edge.values()),
              any(Trouble.values()),
              between(Duration.ofSeconds(1), lease.multipliedBy(2)));
      case RESTART -> new Fault.Replace(any(Victim.values()));
      case ZONE_LOSS ->
          new Fault.ZoneLoss(
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
