package dev.atf.simulation.run;

import dev.atf.model.task.TaskLifecycle;
import dev.atf.model.task.TaskLifecycle.Row;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.simulation.run.SimulationReport.FailedWorld;
import dev.atf.simulation.world.FaultKind;
import dev.atf.simulation.world.WorldReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts worlds as they end. Not for several threads. */
public final class Tally {
  /** Largest number of kept failures: more of one run say no more. */
  static final int FAILED_MAX = 20;

  private static final int VIOLATIONS_MAX = 3;

  private final MonotonicClock clock;
  private final long begunAt;
  private final List<FailedWorld> failed = new ArrayList<>();
  private final Map<Row, Long> taken = new HashMap<>();
  private final Map<FaultKind, Long> fired = new EnumMap<>(FaultKind.class);
  private long worlds;
  private long failures;
  private double simulated;
  private long contested;
  private long toHighest;
  private double evenShare;

  public Tally(MonotonicClock clock) {
    this.clock = clock;
    this.begunAt = clock.nanos();
  }

  public void add(WorldReport world) {
    worlds++;
    simulated += world.simulated().toMillis() / 1e3;
    world.taken().forEach((row, times) -> taken.merge(row, (long) times, Long::sum));
    world.fired().forEach((kind, times) -> fired.merge(kind, (long) times, Long::sum));
    contested += world.shares().contested();
    toHighest += world.shares().toHighest();
    evenShare += world.shares().evenShare();
    if (!world.isClean()) {
      failures++;
      if (failed.size() < FAILED_MAX) {
        failed.add(
            new FailedWorld(
                world.plan(), world.violations().stream().limit(VIOLATIONS_MAX).toList()));
      }
    }
  }

  public long worlds() {
    return worlds;
  }

  public SimulationReport report() {
    double real = Math.max(1e-9, clock.since(begunAt).toNanos() / 1e9);
    var inOrder = new LinkedHashMap<String, Long>();
    var neverTaken = new ArrayList<String>();
    var rareNotTaken = new ArrayList<String>();
    for (var row : TaskLifecycle.rows()) {
      var times = taken.get(row);
      if (times == null) {
        (RareRow.includes(row) ? rareNotTaken : neverTaken).add(name(row));
      } else {
        inOrder.put(name(row), times);
      }
    }
    var neverFired = EnumSet.allOf(FaultKind.class);
    neverFired.removeAll(fired.keySet());
    return new SimulationReport(
        worlds,
        failures,
        failed.stream().sorted(Comparator.comparing(world -> world.plan().seed())).toList(),
        round(simulated),
        round(real),
        Math.round(simulated / real),
        inOrder,
        fired,
        neverTaken,
        rareNotTaken,
        neverFired,
        contested,
        toHighest,
        evenShare);
  }

  private static String name(Row row) {
    return row.from() == null ? row.event().name() : row.event() + " from " + row.from();
  }

  private static double round(double seconds) {
    return Math.round(seconds * 10) / 10.0;
  }
}
