package dev.atf.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.output.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the cost of a task, as the real services on the emulators count it, against the budget of
 * the design.
 */
@Tag("system")
final class CostBudgetTest {
  /**
   * Tolerance: a needless write for each task is one unit; a rare second read of one of them is
   * less.
   */
  private static final Offset<Double> RARE = Offset.strictOffset(0.5);

  private static final CostBenchmark.Options SMALL =
      new CostBenchmark.Options(
          20, 600, Duration.ofSeconds(11), Duration.ofSeconds(2), Duration.ofSeconds(1));

  @TempDir private static Path directory;
  private static CostReport report;

  @BeforeAll
  static void measure() {
    report = new CostBenchmark(SMALL, Progress.NONE).run(directory);
  }

  @Test
  void wholeTasksCostNoMoreThanTheirSteps() {
    assertThat(report.named("polled").writeUnits()).isCloseTo(9, RARE);
    assertThat(report.named("express").writeUnits()).isCloseTo(6, RARE);
  }

  @Test
  void noStepWritesMoreThanItMust() {
    assertThat(report.named("schedule").writeUnits()).isEqualTo(3);
    assertThat(report.named("schedule, express").writeUnits()).isEqualTo(3);
    assertThat(report.named("enqueue").writeUnits()).isEqualTo(3);
    assertThat(report.named("claim").writeUnits()).isEqualTo(1);
    assertThat(report.named("heartbeat").writeUnits()).isEqualTo(1);
    assertThat(report.named("finish").writeUnits()).isEqualTo(2);
    assertThat(report.named("retry").writeUnits()).isLessThanOrEqualTo(7);
  }

  /**
   * A task is sent, received and deleted: three requests where nothing is shared, 0.3 where each is
   * full. How full they are follows the pace of the machine. Looks at the depth of a queue go by
   * time and not by tasks: they are left out here.
   */
  @Test
  void requestsToTheQueuesAreSharedByFiveTasksUnderLoad() {
    var load = report.loads().get(0);

    double requests =
        load.byOperation().entrySet().stream()
            .filter(each -> !each.getKey().equals("GetQueueAttributes"))
            .mapToDouble(Map.Entry::getValue)
            .sum();
    assertThat(requests).as("%s", load.byOperation()).isLessThanOrEqualTo(3 / 5.0);
  }
}
