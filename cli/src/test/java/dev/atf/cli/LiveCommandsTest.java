package dev.atf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.cli.output.Terminal;
import dev.atf.local.LocalCluster;
import dev.atf.testtime.TestTimeouts;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Commands that show events while they happen. */
@Tag("system")
@ExtendWith(SharedCluster.class)
final class LiveCommandsTest {
  private static LocalCluster cluster;
  private static Atf atf;

  @BeforeAll
  static void start(LocalCluster shared) {
    cluster = shared;
    atf = new Atf(cluster.frontendUri());
  }

  @Test
  void tailShowsTheLifeOfATask() throws Exception {
    var out = new StringWriter();
    var err = new StringWriter();
    var command =
        AtfCommand.commandLine(new Terminal(100, true))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err));
    var tail =
        CompletableFuture.supplyAsync(
            () ->
                command.execute(
                    "tail", "command", "--count", "6", "--server", cluster.frontendUri()));
    await().until(() -> err.toString().contains("watching"));
    var task = schedule("{\"argv\":[\"true\"]}");
    await().until(() -> out.toString().contains("SUCCESS"));
    // A task has three lines, or four if it is slow: the second one ends the command.
    schedule("{\"argv\":[\"true\"]}");

    assertThat(tail.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS))
        .as(err.toString())
        .isZero();
    assertThat(out.toString().lines()).hasSize(6);
    var ofTheTask = out.toString().lines().filter(line -> line.contains(task)).toList();
    assertThat(String.join("\n", ofTheTask))
        .containsSubsequence(
            "\u001b[2mENQUEUED\u001b[0m", "\u001b[1mCLAIMED", "#1", "\u001b[32mSUCCESS\u001b[0m");
    assertThat(out.toString().replaceAll("\u001b\\[\\d+m", "").lines())
        .allMatch(line -> line.length() <= 100);
  }

  @Test
  void tailTellsProgramsADocumentALine() throws Exception {
    var tail =
        CompletableFuture.supplyAsync(() -> atf.run("tail", "command", "--count", "2", "--json"));
    await()
        .until(
            () -> {
              schedule("{\"argv\":[\"true\"]}");
              return tail.isDone();
            });

    var lines = tail.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS).out().lines().toList();

    assertThat(lines).hasSize(2);
    for (var line : lines) {
      var transition = new ObjectMapper().readTree(line);
      assertThat(transition.path("lambda").asText()).isEqualTo("command");
      assertThat(transition.path("taskId").asText()).hasSize(32);
      assertThat(transition.path("status").asText()).isNotEmpty();
    }
  }

  @Test
  @Tag("T23")
  void logsAreWrittenOutAtTheEndOfTheCommand() {
    var task =
        schedule("{\"argv\":[\"sh\",\"-c\",\"printf \'no end of a line \\\\033[2J\'; exit 1\"]}");
    await().until(() -> atf.run("logs", task).out().contains("no end"));
    var out = new ByteArrayOutputStream();

    // Buffered, as the standard output of a process is.
    int exitCode =
        AtfCommand.commandLine(new Terminal(0, false))
            .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
            .execute("logs", task, "--attempt", "1", "--server", cluster.frontendUri());

    assertThat(exitCode).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("no end of a line \uFFFD[2J");
    atf.run("cancel", task);
  }

  @Test
  void topShowsWhatLambdasDo() {
    var task = schedule("{\"argv\":[\"true\"]}");
    atf.run("get", task, "--wait");

    var shown = atf.run("top");
    var json = atf.run("top", "--json").json();

    assertThat(shown.exitCode()).as(shown.err()).isZero();
    assertThat(shown.out().lines().findFirst().orElseThrow()).startsWith("LAMBDA").contains("P95");
    assertThat(shown.out()).contains("command");
    assertThat(json.path("lambdas").findValuesAsText("lambda")).containsOnlyOnce("command");
    var row =
        StreamSupport.stream(json.path("lambdas").spliterator(), false)
            .filter(lambda -> lambda.path("lambda").asText().equals("command"))
            .findFirst()
            .orElseThrow();
    assertThat(row.path("succeededPerSecond").asDouble()).isPositive();
    assertThat(row.path("controllers").isInt()).isTrue();
  }

  @Test
  void aTaskIsWatchedUntilItHasFinished(@TempDir Path directory) throws Exception {
    var flag = directory.resolve("go");
    var waits = "until [ -e %s ]; do sleep 0.05; done".formatted(flag);
    var task = schedule("{\"argv\":[\"sh\",\"-c\",\"" + waits + "\"]}");
    var out = new StringWriter();
    var command = AtfCommand.commandLine(new Terminal(100, false)).setOut(new PrintWriter(out));
    var watch =
        CompletableFuture.supplyAsync(
            () ->
                command.execute(
                    "get", task, "--watch", "--every", "50ms", "--server", cluster.frontendUri()));
    await().until(() -> out.toString().contains("claimed"));
    Files.createFile(flag);

    assertThat(watch.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isZero();
    assertThat(out.toString()).containsSubsequence("status", "status", "SUCCESS");
    assertThat(atf.run("get", task, "--watch", "--json").err()).contains("tail --json");
    assertThat(atf.run("explain", task, "--watch").out()).contains("SUCCE");
  }

  @Test
  void aRefusalSaysWhatToDoNext() {
    var refused = atf.run("get", "0".repeat(32));
    var json = atf.run("get", "0".repeat(32), "--json");

    assertThat(refused.err()).contains("NOT_FOUND", "next: `atf list LAMBDA`");
    assertThat(json.json().path("code").asInt()).isEqualTo(5);
    assertThat(json.err()).isEmpty();
  }

  private static String schedule(String payload) {
    return atf.run("schedule", "command", "--json", "--payload", payload)
        .json()
        .path("taskId")
        .asText();
  }
}
