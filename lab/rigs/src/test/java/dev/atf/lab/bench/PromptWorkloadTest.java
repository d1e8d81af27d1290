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
final class PromptWorkloadTest {
  @TempDir private Path directory;

  @Test
  void delaysRetriesAndFiresAreMeasured() {
    var measured =
        new Trial(directory, 2, 1, Progress.NONE)
            .measure(
                new PromptWorkload.Starter(EngineKind.EMBEDDED, Duration.ofSeconds(10)),
                new PromptWorkload(Duration.ofSeconds(4)));

    assertThat(measured)
        .extracting(Measured::name)
        .containsExactly(
            "delays of 10 ms to 10 s",
            "retries of 10 ms to 10 s",
            "periodic, every 1 s, skip",
            "periodic, every 1 s, queue-one",
            "periodic, every 1 s, allow");
    assertThat(measured.subList(0, 2))
        .extracting(one -> one.median().tasks())
        .containsExactly(40, 40);
    assertThat(measured.subList(2, 5)).allMatch(one -> one.median().tasks() >= 5);
    // Nothing begins before its time.
    assertThat(measured).allMatch(one -> one.median().millis().p50() > 0);
  }
}
