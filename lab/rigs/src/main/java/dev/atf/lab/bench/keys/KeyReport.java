package dev.atf.lab.bench.keys;

import dev.atf.lab.bench.workload.Figures;
import dev.atf.lab.bench.workload.Measured;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Measurements of the keys that fail in no phase.
 *
 * @param runs of each phase, in turns; the figures are their medians
 * @param ratios of the throughput of two phases in the same run
 * @param violations of the guarantees of ordering keys, in all phases; empty if there are none
 */
public record KeyReport(
    String engine,
    KeySizes sizes,
    int runs,
    int threads,
    List<PhaseFigures> phases,
    List<Ratio> ratios,
    List<String> violations,
    int processors,
    String java) {

  /** A reader needs only the first violations. */
  private static final int VIOLATIONS_MAX = 20;

  /**
   * @param writeUnitsPerTask 0 on an engine that counts none
   * @param repeated successes beyond the first of a task, in all runs
   */
  public record PhaseFigures(
      String phase, Figures median, double writeUnitsPerTask, int repeated, List<Figures> runs) {}

  /**
   * @param median of the runs
   * @param cpu of the CPU that a task used, the median of the runs: other programs of the machine
   *     disturb it less
   */
  public record Ratio(String phase, String to, double median, List<Double> runs, double cpu) {
    private static Ratio of(Measured phase, Measured to) {
      var runs = ratios(phase, to, Figures::tasksPerSecond);
      var cpu = ratios(phase, to, Figures::cpuSecondsPerThousand);
      return new Ratio(
          phase.name(), to.name(), KeyReport.median(runs), runs, KeyReport.median(cpu));
    }

    private static List<Double> ratios(Measured phase, Measured to, ToDoubleFunction<Figures> of) {
      return IntStream.range(0, phase.runs().size())
          .mapToDouble(
              run -> of.applyAsDouble(phase.runs().get(run)) / of.applyAsDouble(to.runs().get(run)))
          .mapToObj(ratio -> Math.round(ratio * 1_000) / 1_000.0)
          .toList();
    }
  }

  /**
   * @param measured of each phase
   * @param checks of all runs, in their order
   */
  static KeyReport of(
      String engine,
      KeySizes sizes,
      int threads,
      List<Measured> measured,
      List<PhaseRun.Check> checks) {
    var unordered = measured.get(0);
    var ordered = measured.get(1);
    return new KeyReport(
        engine,
        sizes,
        ordered.runs().size(),
        threads,
        measured.stream().map(phase -> phase(phase, checks)).toList(),
        measured.stream()
            .skip(1)
            .map(phase -> Ratio.of(phase, phase.equals(ordered) ? unordered : ordered))
            .toList(),
        checks.stream()
            .flatMap(
                check -> check.violations().stream().map(text -> check.kind().text() + ": " + text))
            .limit(VIOLATIONS_MAX)
            .toList(),
        Runtime.getRuntime().availableProcessors(),
        Runtime.version().toString());
  }

  private static PhaseFigures phase(Measured phase, List<PhaseRun.Check> checks) {
    var own = checks.stream().filter(check -> check.kind().text().equals(phase.name())).toList();
    return new PhaseFigures(
        phase.name(),
        phase.median(),
        median(own.stream().map(PhaseRun.Check::writeUnitsPerTask).toList()),
        own.stream().mapToInt(PhaseRun.Check::repeated).sum(),
        phase.runs());
  }

  /** Returns the median: of an even number, the mean of the middle two. */
  private static double median(List<Double> values) {
    var sorted = values.stream().sorted().toList();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : Math.round((sorted.get(half - 1) + sorted.get(half)) / 2 * 1_000) / 1_000.0;
  }

  /** Returns whether every guarantee was kept. */
  public boolean kept() {
    return violations.isEmpty();
  }

  /** Prints a table for people. */
  public void print(PrintWriter out) {
    out.printf(
        "%-12s %8s %8s %9s %9s %9s %9s %8s %8s%n",
        "keys", "others", "s", "tasks/s", "p50 ms", "p99 ms", "max ms", "per 1000", "units");
    for (var phase : phases) {
      var figures = phase.median();
      out.printf(
          "%-12s %8d %8.2f %9.1f %9.1f %9.1f %9.1f %8.3f %8s%s%n",
          phase.phase(),
          figures.tasks(),
          figures.seconds(),
          figures.tasksPerSecond(),
          figures.millis().p50(),
          figures.millis().p99(),
          figures.maxMillis(),
          figures.cpuSecondsPerThousand(),
          phase.writeUnitsPerTask() == 0 ? "" : "%.2f".formatted(phase.writeUnitsPerTask()),
          phase.repeated() == 0 ? "" : "  (%d executions again)".formatted(phase.repeated()));
    }
    for (var ratio : ratios) {
      out.printf(
          "%s / %s: %.3f of its throughput %s, %.3f of its CPU a task%n",
          ratio.phase(), ratio.to(), ratio.median(), ratio.runs(), ratio.cpu());
    }
    out.printf(
        "%d keys of %d tasks, %d of them failing where any does, which are not counted; %s; medians"
            + " of %d runs%n",
        sizes.keys(), sizes.tasksPerKey(), sizes.failing(), engine, runs);
    out.printf(
        "ms from the call that schedules to the start; CPU seconds of all processes per 1000 tasks;"
            + " write units a task; %d threads run handlers; %d processors, java %s%n",
        threads, processors, java);
    if (kept()) {
      out.println(
          "verified: in order and one at a time within every key; failing keys stand until they are"
              + " let go, and then end; nothing else is left");
    }
    violations.forEach(violation -> out.println("VIOLATED " + violation));
    out.flush();
  }
}
