package dev.atf.lab.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.atf.cli.output.Progress;
import dev.atf.lab.bench.workload.Trial.Measured;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that every figure is divided by the best of the yardsticks' in the same case. */
final class SideBySideTest {
  private static final Set<String> YARDSTICKS = Set.of("slow", "thirsty");
  private static final List<Measured> MEASURED =
      List.of(
          measured("ours", "drain", 3_000, 5, 0.5),
          measured("slow", "drain", 1_000, 40, 1),
          measured("ours", "delivery", 200, 30, 3),
          measured("thirsty", "drain", 2_000, 20, 4),
          measured("thirsty", "delivery", 200, 120, 6));

  @Test
  void theHighestRateAndTheLowestTimesAreTheYardstick() {
    var report = sideBySide(MEASURED);

    assertThat(report.rows())
        .filteredOn(row -> row.measured().workload().equals("drain"))
        .extracting(row -> row.measured().contender(), SideBySide.Row::ratios)
        .containsExactly(
            tuple("ours", new SideBySide.Ratios(1.5, 0.25, 0.5)),
            tuple("slow", new SideBySide.Ratios(0.5, 2.0, 1.0)),
            tuple("thirsty", new SideBySide.Ratios(1.0, 1.0, 4.0)));
  }

  @Test
  void casesOfOneNameAreOfTheirWorkload() {
    var ours = sideBySide(MEASURED).rows().get(3);

    assertThat(ours.measured().workload()).isEqualTo("delivery");
    assertThat(ours.ratios()).isEqualTo(new SideBySide.Ratios(1.0, 0.25, 0.5));
  }

  @Test
  void withoutAYardstickThereIsNoRatio() {
    var report = sideBySide(List.of(measured("ours", "drain", 3_000, 5, 0.5)));

    assertThat(report.rows().get(0).ratios()).isEqualTo(new SideBySide.Ratios(null, null, null));
    assertThat(printed(report)).contains("ours", "3000.0", "–");
  }

  private static SideBySide sideBySide(List<Measured> measured) {
    var trial = new Trial(Path.of(""), 16, 3, Progress.NONE);
    return SideBySide.of(measured, YARDSTICKS, trial);
  }

  private static String printed(SideBySide report) {
    var text = new StringWriter();
    report.print(new PrintWriter(text));
    return text.toString();
  }

  private static Measured measured(
      String contender, String workload, double tasksPerSecond, double p99, double cpu) {
    var figures =
        new Figures(100, 1, tasksPerSecond, new Percentiles(1, 2, p99), 100, cpu / 10, cpu);
    return new Measured(contender, workload, "the case", 0, figures, List.of(figures));
  }
}
