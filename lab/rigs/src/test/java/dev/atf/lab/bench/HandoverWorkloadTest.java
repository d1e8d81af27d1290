package dev.atf.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.output.Progress;
import dev.atf.lab.bench.workload.Trial;
import dev.atf.lab.bench.workload.Trial.Measured;
import dev.atf.local.EngineKind;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the workload in small on the real system, and checks results, not times. */
@Tag("nightly")
final class HandoverWorkloadTest {
  private static final Duration POLL = Duration.ofMillis(500);

  @TempDir private Path directory;

  @Test
  void handOversOfKeysJobsAndJoinsAreMeasured() {
    var measured =
        new Trial(directory, 1, 1, Progress.NONE)
            .measure(
                new HandoverWorkload.Starter(EngineKind.EMBEDDED, POLL, 2),
                new HandoverWorkload(2));

    assertThat(measured).extracting(Measured::name).containsExactly("2 keys", "2 jobs", "2 joins");
    assertThat(measured).extracting(one -> one.median().tasks()).containsExactly(8, 8, 2);
    // A task begins after the one before it.
    assertThat(measured).allMatch(one -> one.median().millis().p50() > 0);
  }
}
