package dev.atf.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskId;
import dev.atf.store.ChildWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Repeatedly kills a process that schedules tasks in one directory. Every acknowledged task must
 * exist. {@code -Datf.kill.rounds=50} kills more often.
 */
@Tag("system")
final class KilledStoreTest {
  private static final int ROUNDS = Integer.getInteger("atf.kill.rounds", 3);

  /** Tasks of each process: some die while they open, and some after an fsync of many. */
  private static final int TASKS_MAX = 3_000;

  @TempDir private Path directory;

  @Test
  @Tag("D1")
  void everyTaskThatWasAcknowledgedIsThereAfterEachKill() throws Exception {
    var random = new Random(20_260_301);
    var store = new StoreDirectory(directory.resolve("store"));
    var acknowledged = new ArrayList<String>();
    for (int round = 0; round < ROUNDS; round++) {
      int before = acknowledged.size();
      acknowledged.addAll(scheduleAndKill(random.nextLong(), 1 + random.nextInt(TASKS_MAX)));

      assertThat(acknowledged).hasSizeGreaterThan(before);
      assertAllAreThere(store, acknowledged);
    }
    System.out.printf("%d kills, %d acknowledged tasks are there%n", ROUNDS, acknowledged.size());
  }

  private static void assertAllAreThere(StoreDirectory directory, List<String> acknowledged) {
    try (var store = directory.open()) {
      for (var id : acknowledged) {
        var taskId = new TaskId(id);
        var task = store.ports().associations().find(taskId);
        assertThat(task).as("%s", taskId).isPresent();
        assertThat(store.ports().entities().findEntity(taskId))
            .hasValueSatisfying(
                entity -> assertThat(entity.header()).isEqualTo(task.orElseThrow().header()));
      }
    }
  }

  /**
   * Kills the process when it has acknowledged so many tasks; later acknowledgements until its
   * death count, too.
   */
  private List<String> scheduleAndKill(long seed, int tasks) throws IOException {
    var process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ChildWriter.class.getName(),
                directory.resolve("store").toString(),
                Long.toString(seed))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var acknowledged = new ArrayList<String>();
    try (var lines = process.inputReader()) {
      String line = lines.readLine();
      while (line != null) {
        acknowledged.add(line);
        if (acknowledged.size() == tasks) {
          // By the handle: its output stays readable.
          process.toHandle().destroyForcibly();
        }
        line = lines.readLine();
      }
    } finally {
      process.destroyForcibly();
    }
    return acknowledged;
  }
}
