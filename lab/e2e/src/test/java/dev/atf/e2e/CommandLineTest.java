package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.cli.AtfMain;
import dev.atf.e2e.support.ProcessActivity;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.engine.FreePort;
import dev.atf.testtime.ProgressWait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the command line as people and scripts use it: processes, output, exit codes. Starts a
 * JVM for each code; the usage of every command is tested in its own module, without one.
 */
@Tag("system")
final class CommandLineTest {
  private static LocalCluster cluster;

  @TempDir private static Path outputs;

  private record Ran(int exitCode, String out, String err) {
    JsonNode json() throws IOException {
      return new ObjectMapper().readTree(out);
    }
  }

  @BeforeAll
  static void start() {
    cluster =
        LocalCluster.start(
            LocalClusterOptions.builder()
                .executors(Map.of("command", 1))
                .pollInterval(Duration.ofSeconds(1))
                .build());
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void aTaskIsScheduledAwaitedAndReadBack() throws IOException {
    var scheduled =
        atf(
            "schedule",
            "command",
            "--payload",
            "{\"argv\":[\"echo\",\"hello\"]}",
            "--wait",
            "--json");
    var taskId = scheduled.json().path("taskId").asText();

    var got = atf("get", taskId);

    assertThat(scheduled.exitCode()).as(scheduled.err()).isZero();
    assertThat(scheduled.json().path("resultJson").path("stdout").asText()).isEqualTo("hello\n");
    assertThat(got.exitCode()).isZero();
    assertThat(got.out()).contains(taskId, "SUCCESS", "hello");
    assertThat(atf("list", "command", "--state", "done").out()).contains(taskId);
  }

  @Test
  void aTaskThatFailsForGoodExitsWithOneAndSaysWhy() throws IOException {
    var failed =
        atf(
            "schedule",
            "command",
            "--payload",
            "{\"argv\":[\"sh\",\"-c\",\"exit 3\"],\"fatalExitCodes\":[3]}",
            "--wait");

    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.out()).contains("FATAL_FAILURE");
    assertThat(atf("list", "command", "--state", "dead", "--json").json().path("tasks"))
        .isNotEmpty();
  }

  @Test
  void lambdasAreRegisteredAndShown() throws IOException {
    var registered =
        atf(
            "lambda",
            "register",
            "resize-image",
            "--settings",
            "{\"retry\":{\"maxAttempts\":5}}",
            "--json");

    var shown = atf("lambda", "get", "resize-image", "--json").json();

    assertThat(registered.exitCode()).as(registered.out()).isZero();
    assertThat(shown.path("retry").path("maxAttempts").asInt()).isEqualTo(5);
    assertThat(atf("lambda", "list").out()).contains("resize-image");
  }

  @Test
  void refusalsExitWithOneAndNameTheField() throws IOException {
    var refused =
        atf("lambda", "register", "resize-image", "--settings", "{\"retry\":{\"maxAttempts\":-1}}");
    var asJson = atf("schedule", "command", "--payload", "1", "--priority", "no-such", "--json");
    var unknown = atf("get", "00000000000000000000000000000000");
    var misspelt = atf("schedule", "comand", "--payload", "1");

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).containsOnlyOnce("retry.maxAttempts: -1 (expected: 1 to 1000)");
    assertThat(misspelt.err()).contains("next: did you mean command? `atf lambda list`");
    assertThat(asJson.exitCode()).isEqualTo(1);
    assertThat(asJson.json().path("code").asInt()).isEqualTo(3);
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err()).contains("NOT_FOUND");
  }

  @Test
  void wrongUsageExitsWithTwoAndSaysWhatIsWrong() {
    var delay = atf("schedule", "command", "--delay", "soon");
    var executors = atf("up", "--executors", "no-such=1");

    assertThat(delay.exitCode()).isEqualTo(2);
    assertThat(delay.err()).contains("soon");
    assertThat(executors.exitCode()).isEqualTo(2);
    assertThat(executors.err()).contains("atf worker");
  }

  @Test
  void helpIsAnAnswer() {
    var help = atf("schedule", "--help");

    assertThat(help.exitCode()).isZero();
    assertThat(help.out()).startsWith("Usage: atf schedule");
  }

  @Test
  void aDemoPrintsItsSummaryAndNothingElse() throws IOException {
    var demo = atf("demo", "src", "--files-max", "40", "--json");

    assertThat(demo.exitCode()).as(demo.err()).isZero();
    assertThat(demo.out().lines()).hasSize(1);
    assertThat(demo.json().path("verified").asInt()).isEqualTo(40);
  }

  @Test
  void theVersionOfAJarNamesItsCommit() {
    assumeThat(System.getProperty("java.class.path")).contains("atf-cli-");
    assumeThat(Path.of("..", "..", ".git")).exists();

    assertThat(atf("--version").out()).containsPattern("^atf \\S+ \\([0-9a-f]{7,40}(-\\w+)?\\)");
  }

  @Test
  void aServerThatIsNotThereIsSaidSo() {
    var answer = atf(List.of("lambda", "list"), "http://127.0.0.1:" + FreePort.find());

    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.err()).contains("cannot be reached").contains("atf up");
  }

  @Test
  void aServiceWithAnUnknownSettingDoesNotStartAndNamesTheNearest() {
    var answer = atf(List.of("hsc"), Map.of("ATF_LEASE_CALL_TIMEOUTS", "1s"));

    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.err()).contains("ATF_LEASE_CALL_TIMEOUTS", "ATF_LEASE_CALL_TIMEOUT?");
  }

  private static Ran atf(String... arguments) {
    return atf(List.of(arguments), cluster.frontendUri());
  }

  private static Ran atf(List<String> arguments, String server) {
    return atf(arguments, Map.of("ATF_SERVER", server));
  }

  private static Ran atf(List<String> arguments, Map<String, String> environment) {
    try {
      return run(arguments, environment);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Ran run(List<String> arguments, Map<String, String> environment)
      throws IOException {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), AtfMain.class.getName()));
    command.addAll(arguments);
    var builder = new ProcessBuilder(command);
    // Files, not pipes: a reader of a pipe would wait for an end that never comes.
    var out = Files.createTempFile(outputs, "atf-", ".out");
    var err = Files.createTempFile(outputs, "atf-", ".err");
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().putAll(environment);
    var process = builder.start();
    try {
      ProgressWait.observing(
              "the end of atf " + String.join(" ", arguments),
              () ->
                  "%d s of processor time, %d and %d bytes of output"
                      .formatted(
                          ProcessActivity.of(process.toHandle()),
                          out.toFile().length(),
                          err.toFile().length()))
          .until(() -> !process.isAlive());
    } finally {
      process.destroyForcibly();
    }
    return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
  }
}
