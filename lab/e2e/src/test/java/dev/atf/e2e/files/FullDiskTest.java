package dev.atf.e2e.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.TaskSpec;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.testtime.ProgressWait;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a host without space for the files of a task fails none, and takes no more. */
@Tag("system")
final class FullDiskTest {
  private static final Duration DONE_MAX = Duration.ofMinutes(5);

  @TempDir private Path directory;

  @Test
  @Tag("FI6")
  void attemptIsGivenBackAndTheExecutorsAreUnhealthyUntilThereIsSpace() throws Exception {
    var file = RandomFile.of(directory.resolve("model.bin"), 1, 1_000_000);
    // More than is free; the file alone would fit on the disk.
    long nearlyAll = Files.getFileStore(directory).getTotalSpace() - 10_000_000;
    var noSpace = Map.of("ATF_STAGING_FREE_BYTES_MIN", String.valueOf(nearlyAll));
    try (var cluster = FilesCluster.start(directory, noSpace);
        var client = cluster.client()) {
      var model = client.resources().upload("command", file);
      var taskId =
          client
              .schedule(
                  TaskSpec.of("command", Map.of("argv", List.of("cat", "model.bin")))
                      .resource(model.at("model.bin")))
              .taskId();

      ProgressWait.observing("why the task does not run", () -> client.explain(taskId).toString())
          .until(() -> client.explain(taskId).toString().contains("disk"));
      var waiting = client.get(taskId).task();
      assertThat(waiting.getStatus()).isNotIn(TaskStatus.FATAL_FAILURE, TaskStatus.SUCCESS);
      assertThat(waiting.getFailure().getCode()).isEmpty();

      cluster.restart();

      var task = client.await(taskId, DONE_MAX);
      assertThat(task.isSuccess()).as(task.task().toString()).isTrue();
      assertThat(task.task().getAttempt()).as("attempts").isEqualTo(1);
    }
  }
}
