package dev.atf.lab.bench.workload;

import dev.atf.lab.bench.workload.Trial.Measured;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Measurements of several contenders in one run, with the ratio of each figure to the best
 * yardstick's.
 *
 * @param rows by workload and case
 */
public record SideBySide(
    List<Row> rows, Set<String> yardsticks, int runs, int threads, int processors, String java) {

  /**
   * One case of one contender.
   *
   * @param ratios to the yardsticks in the same case
   */
  public record Row(Measured measured, Ratios ratios) {}

  /**
   * Ratios to the best yardstick; null if there is nothing to divide by: no yardstick did this
   * case, or it took no time.
   *
   * @param tasksPerSecond more is better, and the yardstick is the highest
   * @param p99 less is better, and the yardstick is the lowest; likewise for the next
   */
  public record Ratios(
      @Nullable Double tasksPerSecond,
      @Nullable Double p99,
      @Nullable Double cpuSecondsPerThousand) {}

  /** Key of a case: workloads have cases of the same name. */
  private record Line(String workload, String name) {
    static Line of(Measured measured) {
      return new Line(measured.workload(), measured.name());
    }
  }

  public static SideBySide of(Collection<Measured> measured, Set<String> yardsticks, Trial trial) {
    Map<Line, List<Measured>> lines = new LinkedHashMap<>();
    for (var one : measured) {
      lines.computeIfAbsent(Line.of(one), line -> new ArrayList<>()).add(one);
    }
    return new SideBySide(
        lines.values().stream().flatMap(line -> compared(line, yardsticks).stream()).toList(),
        yardsticks,
        trial.runs(),
        trial.threads(),
        Runtime.getRuntime().availableProcessors(),
        Runtime.version().toString());
  }

  private static List<Row> compared(List<Measured> line, Set<String> yardsticks) {
    var tasksPerSecond = figures(line, yardsticks, Figures::tasksPerSecond).max();
    var p99 = figures(line, yardsticks, figures -> figures.millis().p99()).min();
    var cpu = figures(line, yardsticks, Figures::cpuSecondsPerThousand).min();
    return line.stream()
        .map(
            one ->
                new Row(
                    one,
                    new Ratios(
                        ratio(one.median().tasksPerSecond(), tasksPerSecond),
                        ratio(one.median().millis().p99(), p99),
                        ratio(one.median().cpuSecondsPerThousand(), cpu))))
        .toList();
  }

  private static DoubleStream figures(
      List<Measured> line, Set<String> yardsticks, ToDoubleFunction<Figures> figure) {
    return line.stream()
        .filter(one -> yardsticks.contains(one.contender()))
        .map(Measured::median)
        .mapToDouble(figure);
  }

  private static @Nullable Double ratio(double figure, OptionalDouble yardstick) {
    return yardstick.isPresent() && yardstick.getAsDouble() > 0
        ? Math.round(figure / yardstick.getAsDouble() * 100) / 100.0
        : null;
  }

  /** Prints a table for people. */
  public void print(PrintWriter out) {
    Line before = null;
    for (var row : rows) {
      var line = Line.of(row.measured());
      if (!line.equals(before)) {
        out.printf("%n%s: %s%n", line.workload(), line.name());
        out.printf(
            "  %-28s %10s %7s %10s %10s %7s %14s %7s%n",
            "", "tasks/s", "ratio", "p50 ms", "p99 ms", "ratio", "CPU s per 1000", "ratio");
        before = line;
      }
      print(row, out);
    }
    out.printf(
        "%nratios to the best of %s in the same case; medians of %d runs, or of one that takes longer"
            + " than a minute; %d threads run handlers; CPU of all processes; %d processors, java %s%n",
        String.join(", ", yardsticks), runs, threads, processors, java);
    out.flush();
  }

  private static void print(Row row, PrintWriter out) {
    var figures = row.measured().median();
    out.printf(
        "  %-28s %10.1f %7s %10.2f %10.2f %7s %14.3f %7s%s%n",
        row.measured().contender(),
        figures.tasksPerSecond(),
        text(row.ratios().tasksPerSecond()),
        figures.millis().p50(),
        figures.millis().p99(),
        text(row.ratios().p99()),
        figures.cpuSecondsPerThousand(),
        text(row.ratios().cpuSecondsPerThousand()),
        row.measured().repeated() == 0
            ? ""
            : "  (%d executions again)".formatted(row.measured().repeated()));
  }

  private static String text(@Nullable Double ratio) {
    return ratio == null ? "–" : "%.2f".formatted(ratio);
  }
}
