package dev.atf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.atf.local.EngineKind;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.UpEnvironment;
import dev.atf.runtime.config.ConfigException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that tasks survive restarts, backups, and the move to another store. */
@Tag("system")
final class TaskPreservationTest {
  private static final Map<String, Integer> NOBODY = Map.of();
  private static final Map<String, Integer> ONE = Map.of("command", 1);

  @TempDir private Path directory;
  private final Path data = Path.of("data");

  @Test
  @Tag("D7")
  void tasksThatWaitedInAQueueRunAtOnceAfterARestart() {
    List<String> taskIds;
    try (var first = start(data, EngineKind.EMBEDDED, NOBODY)) {
      taskIds = scheduleAndAwaitQueued(first);
    }

    // Their alarms fire only in ten minutes.
    try (var second = start(data, EngineKind.EMBEDDED, ONE)) {
      awaitSuccess(second, taskIds);
    }
  }

  @Test
  @Tag("D8")
  void aBackupThatWasMadeWhileItRanIsRestoredAndItsTasksRun() {
    var backup = directory.resolve("backup").toString();
    var restored = directory.resolve("restored").toString();
    List<String> taskIds;
    try (var running = start(data, EngineKind.EMBEDDED, NOBODY)) {
      taskIds = scheduleAndAwaitQueued(running);
      var made = Atf.bare("backup", backup, "--data", path(data), "--json");
      assertThat(made.exitCode()).as(made.err()).isZero();
      assertThat(made.json().get("unfinished").asInt()).isEqualTo(taskIds.size());
      for (var whole : List.of(path(data), backup)) {
        var verified = Atf.bare("data", "verify", "--data", whole, "--json");
        assertThat(verified.exitCode()).as(verified.err()).isZero();
        assertThat(verified.json().get("whole").asBoolean()).isTrue();
      }
    }

    var again = Atf.bare("backup", backup, "--data", path(data));
    var made = Atf.bare("restore", backup, "--data", restored, "--hold", "100ms", "--json");
    var twice = Atf.bare("restore", backup, "--data", restored);

    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err()).contains("is there already; nothing is overwritten");
    assertThat(made.exitCode()).as(made.err()).isZero();
    assertThat(made.json().get("tasks").asInt()).isEqualTo(taskIds.size());
    assertThat(twice.exitCode()).isEqualTo(1);
    assertThat(twice.err()).contains("is there already; nothing is overwritten");
    try (var cluster = start(Path.of("restored"), EngineKind.EMBEDDED, ONE)) {
      awaitSuccess(cluster, taskIds);
    }
  }

  @Test
  @Tag("D9")
  void unfinishedTasksMoveToDynamoDbAndRunThere() {
    var to = "dynamodb-local:" + directory.resolve("tables");
    List<String> taskIds;
    // Their alarms, which put them into the queues of the other engine, fire soon.
    try (var first = start(data, EngineKind.EMBEDDED, NOBODY, "1s")) {
      taskIds = scheduleAndAwaitQueued(first);
      var refused = Atf.bare("migrate", "--data", path(data), "--to", to);
      assertThat(refused.exitCode()).isEqualTo(1);
      assertThat(refused.err()).contains("in use by this process already");
    }

    var counted = Atf.bare("migrate", "--data", path(data), "--to", to, "--dry-run", "--json");
    var moved = Atf.bare("migrate", "--data", path(data), "--to", to, "--json");
    var again = Atf.bare("migrate", "--data", path(data), "--to", to, "--json");

    assertThat(moved.exitCode()).as(moved.err()).isZero();
    assertThat(counted.json()).isEqualTo(moved.json());
    assertThat(moved.json().get("tasks").asInt()).isEqualTo(taskIds.size());
    assertThat(again.json().get("tasks").asInt()).isZero();
    try (var there = start(Path.of("tables"), EngineKind.DYNAMODB_LOCAL, ONE, "1s")) {
      awaitSuccess(there, taskIds);
    }
  }

  @Test
  void anEngineDoesNotBeginAnewBesideTheTasksOfAnother() {
    start(data, EngineKind.EMBEDDED, NOBODY).close();

    assertThatThrownBy(() -> start(data, EngineKind.DYNAMODB_LOCAL, NOBODY))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("holds tasks of --engine embedded");
  }

  @Test
  void restoreRejectsDirectoriesThatAreNoBackups() {
    var ran = Atf.bare("restore", path(data), "--data", path(Path.of("other")));

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("is not a backup");
  }

  private String path(Path relative) {
    return directory.resolve(relative).toString();
  }

  private static List<String> scheduleAndAwaitQueued(LocalCluster cluster) {
    var atf = new Atf(cluster.frontendUri());
    var registered = atf.run("lambda", "register", "command");
    assertThat(registered.exitCode()).as(registered.err()).isZero();
    var taskIds = new ArrayList<String>();
    for (int i = 0; i < 3; i++) {
      var ran = atf.run("schedule", "command", "--payload", "{\"argv\":[\"true\"]}", "--json");
      assertThat(ran.exitCode()).as(ran.err()).isZero();
      taskIds.add(ran.json().get("taskId").asText());
    }
    await().until(() -> taskIds.stream().allMatch(id -> statusOf(atf, id).equals("ENQUEUED")));
    return taskIds;
  }

  private static void awaitSuccess(LocalCluster cluster, List<String> taskIds) {
    var atf = new Atf(cluster.frontendUri());
    await()
        .pollInterval(Duration.ofMillis(200))
        .until(() -> taskIds.stream().allMatch(id -> statusOf(atf, id).equals("SUCCESS")));
  }

  private static String statusOf(Atf atf, String taskId) {
    return atf.run("get", taskId, "--json").json().at("/status").asText();
  }

  private LocalCluster start(Path data, EngineKind engine, Map<String, Integer> executors) {
    return start(data, engine, executors, "10m");
  }

  private LocalCluster start(
      Path data, EngineKind engine, Map<String, Integer> executors, String enqueueTimeout) {
    return LocalCluster.start(
        LocalClusterOptions.builder()
            .data(directory.resolve(data))
            .executors(executors)
            .pollInterval(Duration.ofMillis(200))
            .engine(engine)
            .environment(
                UpEnvironment.of(
                    Map.of(
                        "ATF_ENQUEUE_TIMEOUT", enqueueTimeout,
                        "ATF_EXPRESS_ENQUEUE_TIMEOUT", enqueueTimeout)))
            .build());
  }
}
