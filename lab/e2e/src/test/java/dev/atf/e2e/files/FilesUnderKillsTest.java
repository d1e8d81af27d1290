package dev.atf.e2e.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;
import dev.atf.client.resource.FileContent;
import dev.atf.testtime.ProgressWait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills processes while files are under way: nothing wrong is ever read or run, and all of it ends
 * well.
 */
@Tag("system")
final class FilesUnderKillsTest {
  private static final int LARGE = 60_000_000;
  private static final int ROUNDS = 2;

  /** Rounds in which a kill must have happened: on a quick machine tasks may end before it. */
  private static final int ROUNDS_MAX = 6;

  private static final int TASKS = 5;

  /** Kills in a round: three deaths in a row would put a task into quarantine. */
  private static final int KILLS = 2;

  private static final int BYTES = 8_000_000;
  private static final Duration DONE_MAX = Duration.ofMinutes(10);
  private static final Duration CHECK_EVERY = Duration.ofMillis(5);

  @TempDir private static Path directory;
  private static FilesCluster cluster;

  @BeforeAll
  static void start() {
    cluster = FilesCluster.start(directory);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  @Tag("FI1")
  void uploadIsResumedAfterAKillOfTheServices() throws Exception {
    var file = RandomFile.of(directory.resolve("large.bin"), 1, LARGE);
    try (var client = cluster.client()) {
      long before = bytesBelow(cluster.blobs());
      var uploaded =
          CompletableFuture.supplyAsync(() -> client.resources().upload("command", file));
      await(
          "a part of the upload is there", () -> bytesBelow(cluster.blobs()) > before + LARGE / 20);
      assertThat(uploaded).isNotDone();

      cluster.killAndRestart();

      var content = uploaded.join();
      assertThat(content).isEqualTo(FileContent.of(file));
      var copy = client.resources().download("command", content.at("copy.bin"), directory);
      assertThat(Files.mismatch(file, copy)).isEqualTo(-1);
    }
  }

  @Test
  @Tag("FI3")
  void tasksAreRightThoughExecutorsAreKilledInDownloadsLinksAndOutputs() throws Exception {
    try (var client = cluster.client()) {
      int kills = 0;
      for (int round = 0; round < ROUNDS || (kills == 0 && round < ROUNDS_MAX); round++) {
        kills += runAndKill(client, round);
      }
      assertThat(kills).as("executors that were killed at work").isPositive();
      assertEveryCachedFileIsRight(cluster.cache());
      assertThat(workDirectories(cluster.cache())).isEmpty();
    }
  }

  private int runAndKill(AtfClient client, int round) throws Exception {
    var expected = new ArrayList<FileContent>();
    var taskIds = new ArrayList<String>();
    for (int i = 0; i < TASKS; i++) {
      int number = round * TASKS + i;
      var first = RandomFile.of(directory.resolve("first.bin"), 2L * number, BYTES);
      var second = RandomFile.of(directory.resolve("second.bin"), 2L * number + 1, BYTES);
      expected.add(joined(first, second));
      taskIds.add(schedule(client, number, first, second));
    }
    int kills = killWhile(new Random(round), () -> !allDone(client, taskIds));

    for (int i = 0; i < TASKS; i++) {
      var task = client.await(taskIds.get(i), DONE_MAX);
      assertThat(task.isSuccess()).as(task.task().toString()).isTrue();
      var output = task.outputFiles();
      assertThat(output).hasSize(1);
      assertThat(output.get(0).getPath()).isEqualTo("out/both.bin");
      assertThat(output.get(0).getSha256()).isEqualTo(expected.get(i).sha256());
      var file = client.resources().download("command", output.get(0), directory);
      assertThat(FileContent.of(file)).isEqualTo(expected.get(i));
    }
    return kills;
  }

  private static String schedule(AtfClient client, int number, Path first, Path second) {
    var script = "mkdir out && cat a/first.bin second.bin > out/both.bin";
    var payload = Map.of("argv", List.of("sh", "-c", script));
    var resources = client.resources();
    return client
        .schedule(
            TaskSpec.of("command", payload)
                .idempotencyKey("task-" + number)
                .resource(resources.upload("command", first).at("a/first.bin"))
                .resource(resources.upload("command", second).at("second.bin"))
                .outputs("out/*"))
        .taskId();
  }

  private static FileContent joined(Path first, Path second) throws IOException {
    var both = first.resolveSibling("both.bin");
    Files.write(both, Files.readAllBytes(first));
    Files.write(both, Files.readAllBytes(second), java.nio.file.StandardOpenOption.APPEND);
    return FileContent.of(both);
  }

  /**
   * Kills executors one after another, each as soon as it has changed something on the disk.
   *
   * @return how many were killed while tasks were unfinished
   */
  private static int killWhile(Random random, BooleanSupplier unfinished) {
    int kills = 0;
    for (int kill = 0; kill < KILLS && unfinished.getAsBoolean(); kill++) {
      long before = bytesBelow(cluster.cache());
      long step = random.nextInt(BYTES);
      await(
          "an executor writes",
          () ->
              Math.abs(bytesBelow(cluster.cache()) - before) > step || !unfinished.getAsBoolean());
      var executors = cluster.executors();
      if (unfinished.getAsBoolean()
          && !executors.isEmpty()
          && executors.get(random.nextInt(executors.size())).destroyForcibly()) {
        kills++;
      }
    }
    return kills;
  }

  private static boolean allDone(AtfClient client, List<String> taskIds) {
    return taskIds.stream().allMatch(taskId -> client.get(taskId).isFinished());
  }

  private static void assertEveryCachedFileIsRight(Path cache) throws IOException {
    try (var contents = Files.list(cache.resolve("content"))) {
      for (var file : contents.toList()) {
        assertThat(FileContent.of(file).sha256()).isEqualTo(file.getFileName().toString());
      }
    }
  }

  /** Returns what attempts have left. */
  private static List<Path> workDirectories(Path cache) {
    return below(cache.resolve("work")).filter(path -> path.endsWith("both.bin")).toList();
  }

  private static void await(String what, BooleanSupplier condition) {
    ProgressWait.observing(what, () -> "not yet")
        .pollInterval(CHECK_EVERY)
        .until(condition::getAsBoolean);
  }

  private static long bytesBelow(Path directory) {
    return below(directory).mapToLong(FilesUnderKillsTest::size).sum();
  }

  private static Stream<Path> below(Path directory) {
    if (!Files.exists(directory)) {
      return Stream.of();
    }
    try (var files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).toList().stream();
    } catch (IOException | UncheckedIOException e) {
      // A file has gone while it was listed.
      return Stream.of();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (NoSuchFileException e) {
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
