package dev.atf.lab.bench.workload;

import java.util.List;

/**
 * Measurements of one case of one contender.
 *
 * @param repeated executions of a job that had begun before, in all runs
 * @param median of the runs
 */
public record Measured(
    String contender,
    String workload,
    String name,
    int repeated,
    Figures median,
    List<Figures> runs) {
  static Measured of(
      String contender, String workload, String name, int repeated, List<Figures> runs) {
    return new Measured(
        contender, workload, name, repeated, Figures.medianOf(runs), List.copyOf(runs));
  }
}
