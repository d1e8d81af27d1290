package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.atf.e2e.support.JavaProcess;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.standalone.cli.ApiConnection;
import dev.atf.standalone.cli.AtfMain;
import dev.atf.standalone.engine.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code atf up} on disk: what was acknowledged runs after the process was stopped and started. */
final class UpSurvivesTest {
  private static final int TASKS = 12;

  @TempDir private Path directory;

  /** Both at one time: most of it is waiting for the alarms of what was in memory. */
  @Test
  void tasksThatWerePendingWhenItEndedRunAfterTheNextStart() {
    var terminated =
        CompletableFuture.runAsync(
            () ->
                survives(
                    directory.resolve("terminated"),
                    up -> assertThat(up.terminate()).isEqualTo(143)));
    survives(directory.resolve("killed"), JavaProcess::kill9);

    terminated.join();
  }

  private static void survives(Path data, Consumer<JavaProcess> end) {
    int port = FreePort.find();
    List<String> taskIds;
    try (var first = up(data, port)) {
      taskIds = schedule(port);
      var executors = first.descendants();
      assertThat(executors).isNotEmpty();
      end.accept(first);
      Awaitility.await("its executors end with it")
          .atMost(Duration.ofMinutes(1))
          .until(() -> executors.stream().noneMatch(ProcessHandle::isAlive));
    }

    try (var second = up(data, port);
        var api = connect(port)) {
      Awaitility.await("every task has succeeded")
          .atMost(Duration.ofMinutes(2))
          .pollInterval(Duration.ofMillis(500))
          .untilAsserted(
              () ->
                  assertThat(taskIds)
                      .allMatch(id -> get(api, id).getStatus() == TaskStatus.SUCCESS));
      assertThat(second.isAlive()).isTrue();
    }
  }

  @Test
  void aSecondStartOnTheSameDataIsRefusedAndTheFirstGoesOn() {
    int port = FreePort.find();
    try (var first = up(directory, port)) {
      var second = start(directory, FreePort.find());

      assertThat(second.awaitExit()).isEqualTo(1);
      assertThat(second.output()).contains("is in use by another atf process");
      assertThat(first.isAlive()).isTrue();
    }
  }

  private static List<String> schedule(int port) {
    var taskIds = new ArrayList<String>();
    try (var api = connect(port)) {
      for (int i = 0; i < TASKS; i++) {
        var request = ScheduleRequest.newBuilder();
        // Some are due before the stop, some after it.
        try {
          JsonFormat.parser()
              .merge(
                  "{\"json\":{\"argv\":[\"echo\",\"%d\"]},\"delay\":\"%ds\"}".formatted(i, 1 + i),
                  request);
        } catch (InvalidProtocolBufferException e) {
          throw new AssertionError(e);
        }
        taskIds.add(api.tasks().schedule(request.setLambda("command").build()).getTaskId());
      }
    }
    return taskIds;
  }

  private static JavaProcess up(Path data, int port) {
    var process = start(data, port);
    Awaitility.await("atf up is ready")
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> {
              assertThat(process.isAlive()).as(process.output()).isTrue();
              return process.output().contains("atf: ready at");
            });
    return process;
  }

  private static JavaProcess start(Path data, int port) {
    return JavaProcess.start(
        "up",
        logs(data),
        Map.of(),
        AtfMain.class.getName(),
        "up",
        "--port",
        Integer.toString(port),
        "--hsc-port",
        "0",
        "--sqs-port",
        "0",
        "--data",
        data.resolve("data").toString(),
        "--executors",
        "command=1");
  }

  private static Path logs(Path data) {
    try {
      return Files.createDirectories(data);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ApiConnection connect(int port) {
    return ApiConnection.open("http://127.0.0.1:" + port, Duration.ofSeconds(20));
  }

  private static Task get(ApiConnection api, String taskId) {
    return api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(taskId).build());
  }
}
