package dev.atf.simulation.run;

import dev.atf.model.TaskEvent;
import dev.atf.runtime.MonotonicClock;
import dev.atf.simulation.run.SimulationReport.FailedSeed;
import dev.atf.simulation.world.Family;
import dev.atf.simulation.world.WorldReport;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** Counts worlds as they end. Not for several threads. */
public final class Tally {
  /** More failures of one run say no more. */
  static final int FAILED_MAX = 20;

  private static final int VIOLATIONS_MAX = 3;

  private final MonotonicClock clock;
  private final long begunAt;
  private final List<FailedSeed> failed = new ArrayList<>();
  private final Map<TaskEvent, Long> events = new EnumMap<>(TaskEvent.class);
  private final Map<Family, Long> fired = new EnumMap<>(Family.class);
  private long seeds;
  private long failures;
  private double simulated;

  public Tally(MonotonicClock clock) {
    this.clock = clock;
    this.begunAt = clock.nanos();
  }

  public void add(WorldReport world) {
    seeds++;
    simulated += world.simulated().toMillis() / 1e3;
    world.events().forEach((event, times) -> events.merge(event, (long) times, Long::sum));
    world.fired().forEach((family, times) -> fired.merge(family, (long) times, Long::sum));
    if (!world.violations().isEmpty()) {
      failures++;
      if (failed.size() < FAILED_MAX) {
        failed.add(
            new FailedSeed(
                world.plan().seed(),
                world.plan().families(),
                world.violations().stream().limit(VIOLATIONS_MAX).toList()));
      }
    }
  }

  public long seeds() {
    return seeds;
  }

  public SimulationReport report() {
    double real = Math.max(1e-9, clock.since(begunAt).toNanos() / 1e9);
    var neverTaken = EnumSet.allOf(TaskEvent.class);
    neverTaken.removeAll(events.keySet());
    var neverFired = EnumSet.allOf(Family.class);
    neverFired.removeAll(fired.keySet());
    return new SimulationReport(
        seeds,
        failures,
        List.copyOf(failed),
        round(simulated),
        round(real),
        Math.round(simulated / real),
        events,
        fired,
        neverTaken,
        neverFired);
  }

  private static double round(double seconds) {
    return Math.round(seconds * 10) / 10.0;
  }
}
