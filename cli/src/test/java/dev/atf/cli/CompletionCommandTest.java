package dev.atf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.testtime.TestTimeouts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the completion script in a real shell. */
@Tag("system")
final class CompletionCommandTest {
  @TempDir private Path directory;

  @Test
  void bashCompletesCommandsAndOptions() throws Exception {
    var script = directory.resolve("completion");
    var ran = Atf.bare("completion", "bash");
    Files.writeString(script, ran.out());

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(completed(script, "atf", "ta")).contains("tail");
    assertThat(completed(script, "atf", "lambda", "re")).contains("register", "resume");
    assertThat(completed(script, "atf", "tail", "--c")).contains("--count", "--collection");
  }

  private static String completed(Path script, String... words) throws Exception {
    var line =
        "source %s; COMP_WORDS=(%s); COMP_CWORD=%d; COMP_LINE='%s'; _complete_atf; echo ${COMPREPLY[@]}"
            .formatted(script, String.join(" ", words), words.length - 1, String.join(" ", words));
    var bash = new ProcessBuilder("bash", "-c", line).redirectErrorStream(true).start();
    var out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return out;
  }
}
