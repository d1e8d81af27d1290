package dev.atf.e2e.chores;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.cli.AtfMain;
import dev.atf.e2e.support.UpProcess;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.local.engine.FreePort;
import dev.atf.testtime.ProgressWait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three bridges that are killed again and again: each chore is taken once, run once, done once. */
@Tag("system")
final class ChoresUnderKillsTest {
  private static final int CHORES = 30;

  /** Number of those that are added by the command; others come in one commit. */
  private static final int ADDED = 4;

  private static final int BRIDGES = 3;

  /** Numbers of done chores at which a bridge is killed. */
  private static final int[] KILLS_AT = {3, 10, 20};

  @TempDir private Path directory;

  private final Random random = new Random(7);

  @Test
  @Tag("CH1")
  void eachChoreIsTakenAndDoneOnceThoughBridgesAreKilled() throws IOException {
    var effects = Files.createDirectory(directory.resolve("effects"));
    var repository = ChoresRepository.make(directory);
    var chores = new LinkedHashMap<String, Integer>();
    var commands = new LinkedHashMap<String, String>();
    for (int i = ADDED; i < CHORES; i++) {
      chores.put("bulk/" + i, i);
      commands.put("bulk/" + i, command(effects, i));
    }
    repository.begin(commands);
    for (int i = 0; i < ADDED; i++) {
      chores.put(repository.add(command(effects, i)), i);
    }
    int port = FreePort.find();
    try (var up =
        UpProcess.awaitReady(
            UpProcess.start(
                directory.resolve("up"),
                "embedded",
                port,
                "--executors",
                "command=1",
                "--threads",
                "4"))) {
      assertThat(up.isAlive()).isTrue();
      serve(repository, port);
    }

    assertEachOnce(repository, chores, effects);
  }

  /** Returns a command that makes a file, and whose effect tells which task did it. */
  private static String command(Path effects, int number) {
    return "echo did %d%nmkdir made; echo %d >made/number%necho \"$TASK_ID\" >>'%s/%d'%n"
        .formatted(number, number, effects, number);
  }

  private void serve(ChoresRepository repository, int port) {
    var bridges = new ArrayList<JavaProcess>();
    try {
      for (int i = 0; i < BRIDGES; i++) {
        bridges.add(bridge(repository, port));
      }
      for (int count : KILLS_AT) {
        awaitDone(repository, count, bridges);
        int killed = random.nextInt(BRIDGES);
        bridges.get(killed).kill9();
        bridges.set(killed, bridge(repository, port));
      }
      awaitDone(repository, CHORES, bridges);
      for (var bridge : bridges) {
        assertThat(bridge.terminate()).as(bridge.output()).isEqualTo(143);
      }
    } finally {
      bridges.forEach(JavaProcess::close);
    }
  }

  private static void awaitDone(ChoresRepository repository, int count, List<JavaProcess> bridges) {
    ProgressWait.observing(
            count + " chores are done", () -> repository.doneCount() + " " + output(bridges))
        // Each observation is a call of git, on the cores of the bridges.
        .pollInterval(Duration.ofMillis(500))
        .until(() -> repository.doneCount() >= count);
  }

  private static List<String> output(List<JavaProcess> bridges) {
    return bridges.stream().map(JavaProcess::output).toList();
  }

  private JavaProcess bridge(ChoresRepository repository, int port) {
    return JavaProcess.start(
        "bridge",
        directory,
        Map.of("ATF_SERVER", "http://127.0.0.1:" + port),
        AtfMain.class.getName(),
        "chores",
        "serve",
        "--repo",
        repository.path().toString(),
        "--runner",
        "bash=command",
        "--work",
        directory.resolve("work").toString(),
        "--every",
        "1s",
        "--rescue-after",
        "3s",
        "--taken-max",
        "4");
  }

  private static void assertEachOnce(
      ChoresRepository repository, Map<String, Integer> chores, Path effects) throws IOException {
    var added = repository.added();
    var taskIds = new HashSet<String>();
    for (var chore : chores.entrySet()) {
      for (var state : List.of("do_it.txt", "doing_it.txt", "done.txt")) {
        assertThat(added).containsEntry(chore.getKey() + "/" + state, 1L);
      }
      assertThat(repository.text(chore.getKey() + "/output.txt"))
          .isEqualTo("did " + chore.getValue() + "\n");
      assertThat(repository.text(chore.getKey() + "/made/number"))
          .isEqualTo(chore.getValue() + "\n");
      assertThat(repository.text(chore.getKey() + "/error.txt")).isEmpty();
      var worker = new ObjectMapper().readTree(repository.text(chore.getKey() + "/worker.json"));
      assertThat(worker.path("state").asText()).isEqualTo("succeeded");
      assertThat(Files.readAllLines(effects.resolve(chore.getValue().toString())))
          // An attempt may run twice, by the same task.
          .isNotEmpty()
          .containsOnly(worker.path("taskId").asText());
      taskIds.add(worker.path("taskId").asText());
    }
    assertThat(taskIds).hasSize(CHORES);
  }
}
