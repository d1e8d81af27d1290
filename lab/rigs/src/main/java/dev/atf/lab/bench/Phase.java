package dev.atf.lab.bench;

import dev.atf.lab.bench.workload.Percentiles;
import dev.atf.lab.execution.Executions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Latencies of lambda B during one phase of A.
 *
 * @param latencyMs due time until handler start: the medians of the slices
 * @param maxMs of all slices
 * @param slices each in its turn
 * @param ratio of the three percentiles to those of the quiet phase before it
 * @param noisyStarts executions of A that began meanwhile
 */
public record Phase(
    String name,
    int scheduled,
    int started,
    Percentiles latencyMs,
    double maxMs,
    Percentiles ratio,
    int noisyStarts,
    List<Percentiles> slices) {

  /** Figures of the tasks of B by their due times. */
  static Phase of(String name, Map<String, Instant> due, Executions executions, Duration slice) {
    var first = due.values().stream().min(Instant::compareTo).orElse(Instant.EPOCH);
    var bySlice = new TreeMap<Long, List<Double>>();
    int started = 0;
    double max = 0;
    for (var task : due.entrySet()) {
      var start = executions.firstOf(task.getKey());
      if (start.isPresent()) {
        started++;
        double late = start.get().millisAfter(task.getValue());
        max = Math.max(max, late);
        long number = Duration.between(first, task.getValue()).dividedBy(slice);
        bySlice.computeIfAbsent(number, n -> new ArrayList<>()).add(late);
      }
    }
    var slices = bySlice.values().stream().map(Percentiles::of).toList();
    var medians =
        new Percentiles(
            median(slices, Percentiles::p50),
            median(slices, Percentiles::p95),
            median(slices, Percentiles::p99));
    return new Phase(
        name, due.size(), started, medians, round(max, 10), new Percentiles(1, 1, 1), 0, slices);
  }

  Phase against(Phase quiet, int noisyStarts) {
    var compared =
        new Percentiles(
            round(latencyMs.p50() / quiet.latencyMs().p50(), 100),
            round(latencyMs.p95() / quiet.latencyMs().p95(), 100),
            round(latencyMs.p99() / quiet.latencyMs().p99(), 100));
    return new Phase(name, scheduled, started, latencyMs, maxMs, compared, noisyStarts, slices);
  }

  private static double median(List<Percentiles> slices, ToDoubleFunction<Percentiles> of) {
    double[] sorted = slices.stream().mapToDouble(of).sorted().toArray();
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return 0;
    }
    return round(sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2, 10);
  }

  static double round(double value, int parts) {
    return Double.isFinite(value) ? (double) Math.round(value * parts) / parts : 0;
  }
}
