package dev.atf.simulation.scale;

import dev.atf.sim.time.Timeline;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Partitions of a store with a limit of units a second each. Unused units are kept for a second.
 */
final class LimitedPartitions {
  private static final double NANOS = 1e9;

  private final Timeline timeline;
  private final int perSecond;
  private final Map<String, Partition> partitions = new HashMap<>();

  /**
   * @param units units that it took in its busiest second
   */
  record Busiest(String partition, double units) {}

  private final class Partition {
    private double left = perSecond;
    private long filledAt = timeline.nanos();
    private long second;
    private double inSecond;
    private double inBusiestSecond;

    boolean has(int units) {
      long now = timeline.nanos();
      left = Math.min(perSecond, left + (now - filledAt) / NANOS * perSecond);
      filledAt = now;
      return left >= units;
    }

    void take(int units) {
      left -= units;
      long now = (long) (timeline.nanos() / NANOS);
      inSecond = now == second ? inSecond + units : units;
      second = now;
      inBusiestSecond = Math.max(inBusiestSecond, inSecond);
    }
  }

  LimitedPartitions(Timeline timeline, int perSecond) {
    this.timeline = timeline;
    this.perSecond = perSecond;
  }

  /** Takes all of these units; none if one of the partitions has too few left. */
  boolean take(Map<String, Integer> units) {
    boolean all =
        units.entrySet().stream()
            .allMatch(wanted -> partition(wanted.getKey()).has(wanted.getValue()));
    if (all) {
      units.forEach((name, count) -> partition(name).take(count));
    }
    return all;
  }

  /** Returns the busiest partition whose name begins with {@code prefix}. */
  Optional<Busiest> busiest(String prefix) {
    return partitions.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(prefix))
        .map(entry -> new Busiest(entry.getKey(), entry.getValue().inBusiestSecond))
        .max(
            (a, b) -> {
              int byUnits = Double.compare(a.units(), b.units());
              return byUnits != 0 ? byUnits : a.partition().compareTo(b.partition());
            });
  }

  private Partition partition(String name) {
    return partitions.computeIfAbsent(name, n -> new Partition());
  }
}
