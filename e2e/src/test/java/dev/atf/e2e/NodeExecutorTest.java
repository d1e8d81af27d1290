package dev.atf.e2e;

import static dev.atf.testkit.AtfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.client.TaskSnapshot;
import dev.atf.client.TaskSpec;
import dev.atf.e2e.documents.Project;
import dev.atf.executor.Outcome;
import dev.atf.protocol.v1.Lambda;
import dev.atf.testkit.EmbeddedAtfExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Executor and client of another language, beside Java's. Skipped where there is no Node. */
final class NodeExecutorTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String BOTH = "reverse";
  private static final String NODE_ALONE = "reverse-in-node";
  private static final Path SOURCES = Project.ROOT.resolve("examples/node");
  private static final Path DESCRIPTORS =
      Project.ROOT.resolve("protocol/target/proto/atf.protoset");

  /** Enough for both, however slow one of them begins. */
  private static final int ROUNDS_MAX = 100;

  @TempDir static Path directory;

  @RegisterExtension
  static final EmbeddedAtfExtension atf =
      EmbeddedAtfExtension.serving(
              worker ->
                  worker.handle(
                      BOTH,
                      JsonNode.class,
                      (payload, context) ->
                          Outcome.success(
                              Map.of("text", reversed(payload.path("text").asText()), "by", "java"))))
          .with(Lambda.newBuilder().setName(NODE_ALONE).build());

  private static String reversed(String text) {
    return new StringBuilder(text).reverse().toString();
  }

  @BeforeAll
  static void install() throws Exception {
    assumeTrue(isThere("node") && isThere("npm"), "no Node on this machine");
    try (var files = Files.list(SOURCES)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, directory.resolve(file.getFileName()));
      }
    }
    var npm = List.of("npm", "install", "--no-audit", "--no-fund", "--package-lock=false");
    var installed = start(npm, Map.of(), "npm.log");
    assumeTrue(
        installed.waitFor(3, TimeUnit.MINUTES) && installed.exitValue() == 0,
        () -> "npm has no libraries: " + read("npm.log"));
  }

  private static boolean isThere(String program) {
    return Arrays.stream(System.getenv("PATH").split(":"))
        .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
  }

  private static Process start(List<String> command, Map<String, String> environment, String log)
      throws IOException {
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().putAll(environment);
    builder.environment().put("ATF_PROTOSET", DESCRIPTORS.toString());
    return builder
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve(log).toFile())
        .start();
  }

  private static String read(String log) {
    try {
      return Files.readString(directory.resolve(log));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static Process worker(String lambda) throws IOException {
    var environment = new HashMap<>(atf.workerSettings());
    environment.put("ATF_LAMBDA", lambda);
    return start(List.of("node", "worker.js"), environment, lambda + ".log");
  }

  /**
   * @return the ids
   */
  private static List<String> scheduleByNode(String lambda, List<String> texts) throws Exception {
    var command = new ArrayList<>(List.of("node", "schedule.js"));
    command.addAll(texts);
    var environment = Map.of("ATF_SERVER", atf.frontendUri(), "ATF_LAMBDA", lambda);
    var client = start(command, environment, "schedule.log");
    assertThat(client.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(client.exitValue()).as(read("schedule.log")).isZero();
    return read("schedule.log").lines().toList();
  }

  private static TaskSnapshot await(String taskId) throws Exception {
    return atf.client().await(taskId, PATIENCE);
  }

  private static void endsInOrder(Process worker, String log) throws Exception {
    worker.destroy();
    assertThat(worker.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).as(read(log)).isZero();
  }

  @Test
  void tasksOfOneLambdaRunOnBoth() throws Exception {
    var node = worker(BOTH);
    try {
      var seen = new HashSet<String>();
      for (int round = 0; round < ROUNDS_MAX && seen.size() < 2; round++) {
        var scheduled = new ArrayList<String>();
        for (int i = 0; i < 20; i++) {
          var payload = Map.of("text", "task " + i);
          scheduled.add(atf.client().schedule(TaskSpec.of(BOTH, payload)).taskId());
        }
        for (int i = 0; i < 20; i++) {
          var result = await(scheduled.get(i)).resultAs(JsonNode.class);
          assertThat(result.path("text").asText()).isEqualTo(reversed("task " + i));
          seen.add(result.path("by").asText());
        }
      }
      assertThat(seen).as(read(BOTH + ".log")).containsExactlyInAnyOrder("java", "node");
      endsInOrder(node, BOTH + ".log");
    } finally {
      node.destroyForcibly();
    }
  }

  @Test
  void nodeSchedulesRunsAndFails() throws Exception {
    var node = worker(NODE_ALONE);
    try {
      var scheduled = scheduleByNode(NODE_ALONE, List.of("hello", "world"));
      var again = scheduleByNode(NODE_ALONE, List.of("hello"));
      var broken = atf.client().schedule(TaskSpec.of(NODE_ALONE, Map.of("text", 3)));

      assertThat(again).containsExactly(scheduled.get(0));
      assertThat(await(scheduled.get(1)).resultAs(JsonNode.class).path("text").asText())
          .isEqualTo("dlrow");
      assertThat(await(broken.taskId())).isDead().hasFailureCode("TEXT_INVALID").hasAttempts(1);
      endsInOrder(node, NODE_ALONE + ".log");
    } finally {
      node.destroyForcibly();
    }
  }
}
