package dev.atf.simulation.scale;

import java.util.Map;
import java.util.TreeMap;

/** Counts of requests and units of store and queues, by their kinds. */
final class Usage {
  private final Map<String, Double> counts = new TreeMap<>();

  void add(String what, double count) {
    counts.merge(what, count, Double::sum);
  }

  double of(String what) {
    return counts.getOrDefault(what, 0.0);
  }

  /** Resets all counts. */
  void restart() {
    counts.clear();
  }
}
