package dev.atf.lab.bench.workload;

import java.util.Collection;

/**
 * Percentiles of some times, by the nearest rank.
 *
 * @param p50 milliseconds, like the others
 */
public record Percentiles(double p50, double p95, double p99) {
  public static Percentiles of(Collection<Double> millis) {
    double[] sorted = millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return new Percentiles(rank(sorted, 0.50), rank(sorted, 0.95), rank(sorted, 0.99));
  }

  private static double rank(double[] sorted, double quantile) {
    if (sorted.length == 0) {
      return 0;
    }
    int rank = (int) Math.ceil(quantile * sorted.length);
    return Math.round(sorted[Math.max(0, rank - 1)] * 100) / 100.0;
  }
}
