package dev.atf.lab.bench.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.output.Progress;
import dev.atf.lab.bench.contender.AtfContender;
import dev.atf.lab.bench.workload.Measured;
import dev.atf.lab.bench.workload.Trial;
import dev.atf.local.EngineKind;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the workload in small on the real system, and checks results, not times. */
@Tag("nightly")
final class SearchWorkloadTest {
  @TempDir private Path directory;

  @Test
  void searchesFindTasksAndEachRunCancelsATenth() {
    var measured =
        new Trial(directory, 1, 2, Progress.NONE)
            .measure(
                new AtfContender.Starter(EngineKind.EMBEDDED, Duration.ofMillis(500)),
                new SearchWorkload(2_000));

    assertThat(measured)
        .extracting(Measured::name)
        .containsExactly("100 of 2,000 tasks by label", "cancel 200 of 2,000");
    assertThat(measured).extracting(one -> one.median().tasks()).containsExactly(1_000, 200);
  }
}
