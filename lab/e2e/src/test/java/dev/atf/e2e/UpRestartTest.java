package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.atf.e2e.support.PatientReads;
import dev.atf.e2e.support.UpProcess;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.local.ApiConnection;
import dev.atf.local.engine.FreePort;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.testtime.ProgressWait;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code atf up} on disk: acknowledged tasks run after the process was stopped and started. */
@Tag("system")
final class UpRestartTest {
  /** Number of tasks that are due at once: more than the executor's threads. */
  private static final int DUE = 8;

  private static final int DUE_LATER = 4;
  private static final int SECONDS_EACH = 2;

  /** Statuses before and after the first heartbeat of an attempt. */
  private static final Set<TaskStatus> RUNNING = Set.of(TaskStatus.CLAIMED, TaskStatus.PROCESSING);

  @TempDir private Path directory;

  /**
   * Tests both engines at one time: most of the test waits for the alarms of references in memory.
   */
  @Test
  @Tag("F1")
  void tasksThatWerePendingWhenItEndedRunAfterTheNextStart() {
    var terminated =
        CompletableFuture.runAsync(
            () ->
                survives(
                    directory.resolve("terminated"),
                    "dynamodb-local",
                    up -> assertThat(up.terminate()).isEqualTo(143)));
    var killed = survives(directory.resolve("killed"), "embedded", JavaProcess::kill9);

    terminated.join();
    // The executor died with it: its tasks ran again.
    assertThat(killed).anyMatch(task -> task.getAttempt() > 1);
  }

  private static List<Task> survives(Path data, String engine, Consumer<JavaProcess> end) {
    int port = FreePort.find();
    List<String> taskIds;
    List<ProcessHandle> executors;
    try (var first = up(data, engine, port);
        var api = connect(port)) {
      taskIds = schedule(api);
      executors = first.descendants();
      assertThat(executors).isNotEmpty();
      awaitQueuedAndRunning(api, taskIds);
      end.accept(first);
    }

    try (var second = up(data, engine, port);
        var api = connect(port)) {
      assertThat(second.isAlive()).isTrue();
      assertNoneStartsBeside(second, data, engine);
      Awaitility.await("the executors of the first have ended with it")
          .until(() -> executors.stream().noneMatch(ProcessHandle::isAlive));
      ProgressWait.observing("every task has succeeded", () -> all(api, taskIds))
          .pollInterval(Duration.ofMillis(500))
          .until(
              () ->
                  all(api, taskIds).stream()
                      .allMatch(task -> task.getStatus() == TaskStatus.SUCCESS));
      assertThat(second.isAlive()).isTrue();
      return all(api, taskIds);
    }
  }

  /** Asserts that another start on the same data is refused, and the running one continues. */
  private static void assertNoneStartsBeside(JavaProcess running, Path data, String engine) {
    try (var another = start(data, engine, FreePort.find())) {
      assertThat(another.awaitExit()).as(another.output()).isEqualTo(1);
      assertThat(another.output()).contains("is in use by another atf process");
      assertThat(running.isAlive()).isTrue();
    }
  }

  private static void awaitQueuedAndRunning(ApiConnection api, List<String> taskIds) {
    Awaitility.await("some tasks run, and some are in a queue")
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              var found = all(api, taskIds).stream().map(Task::getStatus).toList();
              return found.contains(TaskStatus.ENQUEUED)
                  && found.stream().anyMatch(RUNNING::contains);
            });
  }

  private static List<String> schedule(ApiConnection api) {
    var taskIds = new ArrayList<String>();
    for (int i = 0; i < DUE; i++) {
      taskIds.add(schedule(api, "{\"json\":{\"argv\":[\"sleep\",\"%d\"]}}", SECONDS_EACH));
    }
    for (int i = 0; i < DUE_LATER; i++) {
      taskIds.add(schedule(api, "{\"json\":{\"argv\":[\"true\"]},\"delay\":\"%ds\"}", 1 + i));
    }
    return taskIds;
  }

  private static String schedule(ApiConnection api, String json, int seconds) {
    var request = ScheduleRequest.newBuilder();
    try {
      JsonFormat.parser().merge(json.formatted(seconds), request);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
    return api.tasks().schedule(request.setLambda("command").build()).getTaskId();
  }

  private static JavaProcess up(Path data, String engine, int port) {
    return UpProcess.awaitReady(start(data, engine, port));
  }

  private static JavaProcess start(Path data, String engine, int port) {
    return UpProcess.start(data, engine, port, "--executors", "command=1");
  }

  private static ApiConnection connect(int port) {
    return ApiConnection.open("http://127.0.0.1:" + port, Duration.ofMinutes(2));
  }

  private static List<Task> all(ApiConnection api, List<String> taskIds) {
    return taskIds.stream().map(id -> PatientReads.task(api, id)).toList();
  }
}
