package dev.atf.lab.bench.workload;

import dev.atf.lab.bench.workload.Trial.Measured;
import java.io.PrintWriter;
import java.util.List;

/**
 * Measurements and the machine that they were made on.
 *
 * @param runs of each case; the figures are their medians
 * @param threads that ran handlers
 */
public record TrialReport(
    List<Measured> measured, int runs, int threads, int processors, String java) {

  /** Returns a report about this machine. */
  public static TrialReport of(List<Measured> measured, Trial trial) {
    return new TrialReport(
        List.copyOf(measured),
        trial.runs(),
        trial.threads(),
        Runtime.getRuntime().availableProcessors(),
        Runtime.version().toString());
  }

  /** Prints a table for people. */
  public void print(PrintWriter out) {
    out.printf(
        "%-24s %-10s %-32s %8s %8s %9s %9s %9s %9s %8s %8s%n",
        "",
        "workload",
        "",
        "tasks",
        "s",
        "tasks/s",
        "p50 ms",
        "p99 ms",
        "max ms",
        "CPU s",
        "per 1000");
    for (var one : measured) {
      var figures = one.median();
      out.printf(
          "%-24s %-10s %-32s %8d %8.2f %9.1f %9.2f %9.2f %9.2f %8.2f %8.3f%s%n",
          one.contender(),
          one.workload(),
          one.name(),
          figures.tasks(),
          figures.seconds(),
          figures.tasksPerSecond(),
          figures.millis().p50(),
          figures.millis().p99(),
          figures.maxMillis(),
          figures.cpuSeconds(),
          figures.cpuSecondsPerThousand(),
          one.repeated() == 0 ? "" : "  (%d executions again)".formatted(one.repeated()));
    }
    out.printf(
        "medians of %d runs; %d threads run handlers; CPU of all processes; %d processors, java"
            + " %s%n",
        runs, threads, processors, java);
    out.flush();
  }
}
