package dev.atf.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How far it is, told to a person, and to a log. */
final class ProgressLineTest {
  @Test
  void aLogIsToldTheBeginningAndTheEnd() {
    assertThat(told(Map.of()))
        .isEqualTo("atf: schedule: 3\natf: schedule: 3 done\natf: copy\natf: copy: 2 done\n");
  }

  @Test
  void aTerminalShowsABar() {
    assertThat(told(Map.of("ATF_PROGRESS", "bar"))).contains("\rschedule", "3/3", "\rcopy");
  }

  private static String told(Map<String, String> environment) {
    var out = new ByteArrayOutputStream();
    var progress =
        new ProgressLine(new PrintStream(out, true, StandardCharsets.UTF_8), environment);
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
