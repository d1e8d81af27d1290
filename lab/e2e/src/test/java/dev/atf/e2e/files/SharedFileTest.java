package dev.atf.e2e.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.BatchOutcome;
import dev.atf.client.TaskSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a thousand tasks that need one file have it sent once to the store and to a host. */
@Tag("system")
final class SharedFileTest {
  private static final int TASKS = 1_000;
  private static final int BYTES = 20_000_000;
  private static final Duration DONE_MAX = Duration.ofMinutes(10);

  @TempDir private Path directory;

  @Test
  @Tag("FI4")
  void oneUploadAndOneDownloadServeAThousandTasks() throws Exception {
    var file = RandomFile.of(directory.resolve("model.bin"), 1, BYTES);
    try (var cluster = FilesCluster.start(directory);
        var client = cluster.client()) {
      var model = client.resources().upload("command", file);
      var again = client.resources().upload("command", file);

      var taskIds = schedule(client::scheduleBatch, model.at("in/model.bin"));
      for (var taskId : taskIds) {
        var task = client.await(taskId, DONE_MAX);
        assertThat(task.isSuccess()).as(task.task().toString()).isTrue();
        assertThat(task.task().getResultJson().getStructValue().getFieldsMap().get("stdout"))
            .hasToString("string_value: \"%d\\n\"\n".formatted(BYTES));
      }

      assertThat(again).isEqualTo(model);
      assertThat(cluster.ofFrontend("atf_frontend_resources_uploads_total")).isEqualTo(1);
      assertThat(cluster.ofHsc("atf_hsc_files_read_total")).isEqualTo(1);
    }
  }

  private interface Scheduling {
    List<BatchOutcome> schedule(List<TaskSpec> tasks);
  }

  private static List<String> schedule(
      Scheduling scheduling, dev.atf.protocol.v1.Resource resource) {
    var tasks = new ArrayList<TaskSpec>();
    for (int i = 0; i < TASKS; i++) {
      var command = List.of("stat", "-c", "%s", "in/model.bin");
      tasks.add(
          TaskSpec.of("command", Map.of("argv", command))
              .idempotencyKey("task-" + i)
              .resource(resource));
    }
    var ids = new ArrayList<String>();
    for (var outcome : scheduling.schedule(tasks)) {
      ids.add(((BatchOutcome.Scheduled) outcome).task().taskId());
    }
    return ids;
  }
}
