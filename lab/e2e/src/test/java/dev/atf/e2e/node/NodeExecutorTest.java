package dev.atf.e2e.node;

import static dev.atf.testkit.AtfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.client.TaskSnapshot;
import dev.atf.client.TaskSpec;
import dev.atf.executor.Outcome;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.testkit.EmbeddedAtfExtension;
import dev.atf.testtime.TestTimeouts;
import dev.atf.worker.supervisor.SupervisorConfig;
import dev.atf.worker.supervisor.WorkerSpec;
import dev.atf.worker.supervisor.WorkerSupervisor;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Executor and client in another language, beside Java's. Skipped without Node. */
@Tag("system")
final class NodeExecutorTest {
  private static final String BOTH = "reverse";
  private static final String NODE_ALONE = "reverse-in-node";
  private static final int ROUND = 20;

  /** 128 + SIGKILL. */
  private static final int KILLED = 137;

  @RegisterExtension
  static final EmbeddedAtfExtension atf =
      EmbeddedAtfExtension.serving(
              worker ->
                  worker.handle(
                      BOTH,
                      JsonNode.class,
                      (payload, context) ->
                          Outcome.success(
                              Map.of(
                                  "text", reversed(payload.path("text").asText()), "by", "java"))))
          .with(Lambda.newBuilder().setName(NODE_ALONE).build());

  private static NodeExample node;

  @BeforeAll
  static void install() throws Exception {
    node = NodeExample.installed();
  }

  private static String reversed(String text) {
    return new StringBuilder(text).reverse().toString();
  }

  private static Map<String, String> settings() {
    var settings = new HashMap<>(atf.workerSettings());
    settings.put("ATF_LEASE_HEARTBEAT_INTERVAL", "200ms");
    return settings;
  }

  private static String schedule(String lambda, Map<String, ?> payload) {
    return atf.client().schedule(TaskSpec.of(lambda, payload)).taskId();
  }

  private static TaskSnapshot ended(String taskId) throws Exception {
    return atf.client().await(taskId, TestTimeouts.STALL);
  }

  /**
   * @return the ids
   */
  private static List<String> scheduleByNode(String... texts) throws Exception {
    var arguments = new ArrayList<>(List.of(NODE_ALONE));
    arguments.addAll(List.of(texts));
    return printed("schedule.js", arguments);
  }

  /** Runs a program against the frontend, and returns the lines that it prints. */
  private static List<String> printed(String program, List<String> arguments) throws Exception {
    var command = new ArrayList<>(List.of(program));
    command.addAll(arguments);
    var log = program + ".log";
    var client =
        node.run(log, Map.of("ATF_SERVER", atf.frontendUri()), command.toArray(String[]::new));
    endsInOrder(client, log);
    return node.read(log).lines().toList();
  }

  private static void endsInOrder(Process process, String log) throws Exception {
    assertThat(process.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(node.read(log)).isZero();
  }

  private static WorkerSupervisor supervisor(Path directory) {
    return new WorkerSupervisor(
        List.of(new WorkerSpec(NODE_ALONE, 1, node.command("worker.js"), settings())),
        SupervisorConfig.DEFAULTS,
        directory,
        new WorkerSupervisor.Surroundings(
            MonotonicClock.system(),
            InstantSource.system(),
            new Random(1),
            new SimpleMeterRegistry(),
            System.out,
            System.err));
  }

  /** Schedules some tasks, and returns which programs ran them. */
  private static Set<String> round() throws Exception {
    var by = new HashSet<String>();
    var scheduled = new ArrayList<String>();
    for (int i = 0; i < ROUND; i++) {
      scheduled.add(schedule(BOTH, Map.of("text", "task " + i)));
    }
    for (int i = 0; i < ROUND; i++) {
      var task = ended(scheduled.get(i));
      assertThat(task).hasSucceeded().hasAttempts(1);
      var result = task.resultAs(JsonNode.class);
      assertThat(result.path("text").asText()).isEqualTo(reversed("task " + i));
      by.add(result.path("by").asText());
    }
    return by;
  }

  @Test
  void tasksOfOneLambdaRunOnBoth() throws Exception {
    var environment = settings();
    environment.put("ATF_LAMBDA", BOTH);
    var worker = node.run("worker.log", environment, "worker.js");
    try {
      var seen = new HashSet<String>();
      await()
          .until(
              () -> {
                seen.addAll(round());
                return seen.equals(Set.of("java", "node"));
              });

      worker.destroy();
      endsInOrder(worker, "worker.log");
      assertThat(round()).containsExactly("java");
    } finally {
      worker.destroyForcibly();
    }
  }

  @Test
  void nodeSchedulesRunsAndFailsUnderTheSupervisor(@TempDir Path deadlines) throws Exception {
    try (var supervisor = supervisor(deadlines)) {
      supervisor.start();
      var scheduled = scheduleByNode("hello", "world");
      var again = scheduleByNode("hello");
      var broken = schedule(NODE_ALONE, Map.of("text", 3));

      assertThat(again).containsExactly(scheduled.get(0));
      assertThat(ended(scheduled.get(1)).resultAs(JsonNode.class).path("text").asText())
          .isEqualTo("dlrow");
      assertThat(printed("result.js", scheduled.subList(0, 1)))
          .first()
          .asString()
          .contains("\"text\":\"olleh\"");
      assertThat(ended(broken)).isDead().hasFailureCode("TEXT_INVALID").hasAttempts(1);
    }
  }

  @Test
  void aProcessThatAHandlerOccupiesEndsAtItsDeadline() throws Exception {
    var busy =
        node.run(
            "busy.log",
            Map.of(),
            "--input-type=module",
            "--eval",
            "import { Watchdog } from './watchdog.js'; (await Watchdog.started()).set(300); for (;;);");

    try {
      assertThat(busy.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(busy.exitValue()).isEqualTo(KILLED);
    } finally {
      busy.destroyForcibly();
    }
  }

  @Test
  void aRunningTaskIsKeptAliveWatchedAndCancelled(@TempDir Path deadlines) throws Exception {
    try (var supervisor = supervisor(deadlines)) {
      supervisor.start();
      var task =
          schedule(
              NODE_ALONE, Map.of("text", "long", "pauseMillis", TestTimeouts.STALL.toMillis()));

      // The first heartbeat, and the report of a held attempt to the supervisor.
      await().until(() -> atf.client().get(task).task().getStatus() == TaskStatus.PROCESSING);
      await().until(() -> supervisor.longestHeld().compareTo(Duration.ZERO) > 0);

      assertThat(atf.client().cancel(task, "the test is over")).isNotNull();
      assertThat(ended(task)).isCancelled().hasAttempts(1);
      await().until(() -> supervisor.longestHeld().isZero());
    }
  }
}
