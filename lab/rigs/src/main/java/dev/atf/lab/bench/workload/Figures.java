package dev.atf.lab.bench.workload;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Measurements of one run of a case, or the medians of several.
 *
 * @param tasks that were scheduled, or run
 * @param millis of one call or delivery, depending on the case
 * @param cpuSeconds of all processes of the contender, the benchmark's own among them
 */
public record Figures(
    int tasks,
    double seconds,
    double tasksPerSecond,
    Percentiles millis,
    double maxMillis,
    double cpuSeconds,
    double cpuSecondsPerThousand) {

  /**
   * @param millis one of each task
   * @param cpu used from the beginning to the end
   */
  public static Figures of(int tasks, Duration took, Collection<Double> millis, Duration cpu) {
    double seconds = took.toNanos() / 1e9;
    double cpuSeconds = cpu.toNanos() / 1e9;
    return new Figures(
        tasks,
        round(seconds, 1_000),
        round(tasks / seconds, 10),
        Percentiles.of(millis),
        round(millis.stream().mapToDouble(Double::doubleValue).max().orElse(0), 100),
        round(cpuSeconds, 100),
        round(cpuSeconds / tasks * 1_000, 1_000));
  }

  /** Returns the median of each figure by itself. */
  public static Figures medianOf(List<Figures> runs) {
    return new Figures(
        (int) median(runs, Figures::tasks),
        median(runs, Figures::seconds),
        median(runs, Figures::tasksPerSecond),
        new Percentiles(
            median(runs, run -> run.millis().p50()),
            median(runs, run -> run.millis().p95()),
            median(runs, run -> run.millis().p99())),
        median(runs, Figures::maxMillis),
        median(runs, Figures::cpuSeconds),
        median(runs, Figures::cpuSecondsPerThousand));
  }

  /** Returns the median: of an even number, the mean of the middle two. */
  private static double median(List<Figures> runs, ToDoubleFunction<Figures> of) {
    double[] sorted = runs.stream().mapToDouble(of).sorted().toArray();
    int half = sorted.length / 2;
    return sorted.length % 2 == 1
        ? sorted[half]
        : round((sorted[half - 1] + sorted[half]) / 2, 1_000);
  }

  /** Rounds to a multiple of 1 / {@code parts}; what is not finite becomes 0. */
  public static double round(double value, int parts) {
    return Double.isFinite(value) ? (double) Math.round(value * parts) / parts : 0;
  }
}
