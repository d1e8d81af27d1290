package dev.atf.simulation.scale;

import java.util.Map;
import java.util.TreeMap;

/** What was asked of store and queues, counted by what it is billed or blamed for. */
final class Usage {
  private final Map<String, Double> counts = new TreeMap<>();

  void add(String what, double count) {
    counts.merge(what, count, Double::sum);
  }

  double of(String what) {
    return counts.getOrDefault(what, 0.0);
  }

  /** What was counted before is forgotten. */
  void restart() {
    counts.clear();
  }
}
