package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.atf.local.ApiConnection;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.protocol.v1.GetTaskLogRequest;
import dev.atf.protocol.v1.GetTaskLogResponse;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.testtime.TestTimeouts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Logs of commands on a whole cluster, with executors that are processes. */
@Tag("system")
@EnabledOnOs(OS.LINUX)
final class AttemptLogTest {
  private static LocalCluster cluster;
  private static ApiConnection api;

  @TempDir private Path directory;

  @BeforeAll
  static void start() {
    cluster =
        LocalCluster.start(LocalClusterOptions.builder().executors(Map.of("command", 1)).build());
    api = ApiConnection.open(cluster.frontendUri(), TestTimeouts.STALL);
  }

  @AfterAll
  static void stop() {
    api.close();
    cluster.close();
  }

  @Test
  void logOfAFailedCommandIsKept() throws Exception {
    var task = schedule("echo out; echo err >&2; exit 3", 3);
    await().until(() -> status(task) == TaskStatus.FATAL_FAILURE);

    var log = await().until(() -> log(task, 1, false), GetTaskLogResponse::getComplete);

    assertThat(text(log)).contains("out\n", "err\n");
    assertThat(log.getRunning()).isFalse();
  }

  @Test
  void logOfACommandThatSucceedsIsNotKeptByDefault() throws Exception {
    var task = schedule("echo out", 3);
    await().until(() -> status(task) == TaskStatus.SUCCESS);

    assertThat(log(task, 1, false).getNotice()).contains("logs: FAILURES");
  }

  @Test
  void runningCommandIsFollowedToItsEnd() throws Exception {
    var stop = directory.resolve("stop");
    var task =
        schedule(
            "echo first; while ! test -e %s; do sleep 0.1; done; echo last".formatted(stop), 3);

    await().until(() -> text(log(task, 0, true)).equals("first\n"));
    assertThat(status(task)).isIn(TaskStatus.CLAIMED, TaskStatus.PROCESSING);
    Files.createFile(stop);
    var log = await().until(() -> log(task, 0, true), GetTaskLogResponse::getComplete);

    assertThat(text(log)).isEqualTo("first\nlast\n");
    assertThat(status(task)).isEqualTo(TaskStatus.SUCCESS);
  }

  @Test
  void whatWasSentOutlivesAKilledExecutor() throws Exception {
    var begun = directory.resolve("begun");
    var task =
        schedule(
            "test -e %1$s && exit 0; touch %1$s; echo before the end; exec sleep 8423"
                .formatted(begun),
            3);
    await().until(() -> text(log(task, 1, true)).equals("before the end\n"));

    ProcessHandle.of(cluster.executors().get(0).pid()).orElseThrow().destroyForcibly();
    await().until(() -> status(task) == TaskStatus.SUCCESS);

    var log = log(task, 1, false);
    assertThat(text(log)).isEqualTo("before the end\n");
    assertThat(log.getComplete()).isFalse();
    assertThat(log.getRunning()).isFalse();
  }

  private static String schedule(String script, int fatalExitCode)
      throws InvalidProtocolBufferException {
    var request = ScheduleRequest.newBuilder().setLambda("command");
    JsonFormat.parser()
        .merge(
            "{\"json\":{\"argv\":[\"sh\",\"-c\",\"%s\"],\"fatalExitCodes\":[%d]}}"
                .formatted(script, fatalExitCode),
            request);
    return api.tasks().schedule(request.build()).getTaskId();
  }

  private static TaskStatus status(String task) {
    return api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(task).build()).getStatus();
  }

  private static GetTaskLogResponse log(String task, int attempt, boolean follow) {
    return api.tasks()
        .getTaskLog(
            GetTaskLogRequest.newBuilder()
                .setTaskId(task)
                .setAttempt(attempt)
                .setFollow(follow)
                .build());
  }

  private static String text(GetTaskLogResponse log) {
    return log.getPartsList().stream()
        .map(GetTaskLogResponse.Part::getText)
        .collect(Collectors.joining());
  }
}
