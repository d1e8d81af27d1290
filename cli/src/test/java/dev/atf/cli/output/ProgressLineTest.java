package dev.atf.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Progress output for a terminal, and for a log. */
final class ProgressLineTest {
  @Test
  void aLogIsToldTheBeginningAndTheEnd() {
    assertThat(output(Map.of()))
        .isEqualTo("atf: schedule: 3\natf: schedule: 3 done\natf: copy\natf: copy: 2 done\n");
  }

  @Test
  void aTerminalShowsABar() {
    assertThat(output(Map.of("ATF_PROGRESS", "bar"))).contains("\rschedule", "3/3", "\rcopy");
  }

  @Test
  void aLogIsToldEachMinuteOfWorkThatTakesLong() {
    var out = new ByteArrayOutputStream();
    var nanos = new AtomicLong();
    var progress =
        new ProgressLine(new PrintStream(out, true, StandardCharsets.UTF_8), Map.of(), nanos::get);
    progress.begin("seeds", 4_000);
    for (int step = 1; step <= 5; step++) {
      nanos.addAndGet(Duration.ofSeconds(30).toNanos());
      progress.step(step);
    }

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo("atf: seeds: 4000\natf: seeds: 2 of 4000\natf: seeds: 4 of 4000\n");
  }

  private static String output(Map<String, String> environment) {
    var out = new ByteArrayOutputStream();
    var progress =
        new ProgressLine(new PrintStream(out, true, StandardCharsets.UTF_8), environment, () -> 0);
    progress.begin("schedule", 3);
    progress.step(1);
    progress.step(3);
    progress.begin("copy", -1);
    progress.step(2);
    progress.end();
    progress.end();
    return out.toString(StandardCharsets.UTF_8);
  }
}
