package dev.atf.lab.bench.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.output.Progress;
import dev.atf.lab.bench.workload.Trial;
import dev.atf.local.EngineKind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the benchmark in small on the real system, and checks results, not times. */
final class KeyWorkloadTest {
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final int THREADS = 4;

  @TempDir private Path directory;

  @Test
  @Tag("nightly")
  void failingKeysStandUntilTheyAreLetGoAndTheOthersDoNotNotice() {
    var report = report(EngineKind.EMBEDDED, new KeySizes(12, 3, 2), 2);

    assertThat(report.violations()).isEmpty();
    assertThat(report.kept()).isTrue();
    assertThat(report.phases())
        .extracting(KeyReport.PhaseFigures::phase)
        .containsExactly("unordered", "ordered", "held", "retrying");
    assertThat(report.phases())
        .allMatch(phase -> phase.median().tasks() == 30 && phase.runs().size() == 2);
    assertThat(report.ratios())
        .extracting(ratio -> ratio.phase() + "/" + ratio.to())
        .containsExactly("ordered/unordered", "held/ordered", "retrying/ordered");
    assertThat(printed(report)).contains("12 keys of 3 tasks, 2 of them failing", "verified: ");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  @Tag("nightly")
  void unitsAreCountedWhereTheEngineCountsThem() {
    var report = report(EngineKind.DYNAMODB_LOCAL, new KeySizes(4, 3, 0), 1);

    assertThat(report.violations()).isEmpty();
    assertThat(report.phases())
        .extracting(KeyReport.PhaseFigures::phase)
        .containsExactly("unordered", "ordered");
    assertThat(report.phases()).allMatch(phase -> phase.writeUnitsPerTask() >= 6);
  }

  @Test
  void theFailingKeysAreSpreadAmongTheOthers() {
    var sizes = new KeySizes(10, 3, 3);

    assertThat(IntStream.range(0, 10).filter(sizes::isFailing)).containsExactly(0, 3, 6);
    assertThat(sizes.tasksOfOthers()).isEqualTo(21);
    assertThat(IntStream.range(0, 5).filter(sizes.half()::isFailing)).isEmpty();
  }

  @Test
  void everyPhaseComesAtEveryPlaceAndBehindEveryOther() {
    var kinds = List.of(PhaseKind.values());
    var orders = IntStream.range(0, 4).mapToObj(run -> KeyWorkload.inOrderOf(run, kinds)).toList();

    for (int place = 0; place < 4; place++) {
      int at = place;
      assertThat(orders)
          .extracting(order -> order.get(at))
          .containsExactlyInAnyOrderElementsOf(kinds);
    }
    assertThat(
            orders.stream()
                .flatMap(
                    order -> IntStream.range(1, 4).mapToObj(at -> order.subList(at - 1, at + 1))))
        .hasSize(12)
        .doesNotHaveDuplicates();
  }

  private KeyReport report(EngineKind engine, KeySizes sizes, int runs) {
    var workload = new KeyWorkload(sizes);
    var trial = new Trial(directory, THREADS, runs, Progress.NONE);
    var measured = trial.measure(new KeyWorkload.Starter(engine, POLL), workload);
    return workload.report(engine, THREADS, measured);
  }

  private static String printed(KeyReport report) {
    var text = new StringWriter();
    report.print(new PrintWriter(text));
    return text.toString();
  }
}
