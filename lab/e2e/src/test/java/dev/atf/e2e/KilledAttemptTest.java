package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.atf.local.ApiConnection;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.HistoryEntry;
import dev.atf.protocol.v1.KillAttemptRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.testtime.MeasuredPace;
import dev.atf.testtime.ProcessState;
import dev.atf.testtime.TestTimeouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Test of an attempt that is killed on a whole cluster. */
@Tag("system")
@EnabledOnOs(OS.LINUX)
final class KilledAttemptTest {
  /** Default of executors. */
  private static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(5);

  private static final Duration BACKOFF = Duration.ofSeconds(1);

  /** For calls, a look of the store consumer and the start of a command. Chosen. */
  private static final Duration MARGIN = Duration.ofSeconds(2);

  @TempDir private Path directory;

  @Test
  @Tag("F34")
  void nextAttemptBeginsWithinAHeartbeatIntervalAndABackoff() throws Exception {
    var options = LocalClusterOptions.builder().executors(Map.of("command", 1)).build();
    try (var cluster = LocalCluster.start(options);
        var api = ApiConnection.open(cluster.frontendUri(), TestTimeouts.STALL)) {
      api.lambdas()
          .registerLambda(
              Lambda.newBuilder().setName("command").setHistory(Lambda.History.ALL).build());
      var pid = directory.resolve("pid");
      var task = schedule(api, pid);
      await().until(() -> Files.exists(pid) && !Files.readString(pid).isBlank());
      var sleeper = processOf(pid);
      long executor = cluster.executors().get(0).pid();

      var answer =
          api.tasks()
              .killAttempt(
                  KillAttemptRequest.newBuilder().setTaskId(task).setReason("it hangs").build());

      assertThat(answer.getAttempt()).isEqualTo(1);
      await().until(() -> task(api, task).getStatus() == TaskStatus.SUCCESS);
      var ended = task(api, task);
      assertThat(ended.getAttempt()).isEqualTo(2);
      assertThat(ended.getKillRequested()).isFalse();
      assertThat(ended.getHistoryList())
          .extracting(HistoryEntry::getDetail)
          .contains(
              "kill requested by a client: it hangs", "failed: KILLED: by a client: it hangs");
      // The command and its child are gone, and their executor goes on.
      assertThat(ProcessState.runs(sleeper.pid())).isFalse();
      assertThat(cluster.executors().get(0).pid()).isEqualTo(executor);
      var requestedAt = at(ended, "kill requested");
      assertThat(Duration.between(requestedAt, ProtoTimes.java(ended.getStartedAt())))
          .isLessThan(MeasuredPace.get().scaled(HEARTBEAT_INTERVAL.plus(BACKOFF).plus(MARGIN)));
    }
  }

  private static Instant at(Task task, String detail) {
    return task.getHistoryList().stream()
        .filter(entry -> entry.getDetail().startsWith(detail))
        .map(entry -> ProtoTimes.java(entry.getAt()))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Schedules a task whose first attempt runs for ever in a child, and whose second ends at once.
   */
  private static String schedule(ApiConnection api, Path pid)
      throws InvalidProtocolBufferException {
    var script = "test -e %1$s && exit 0; sleep 8422 & echo $! > %1$s; wait".formatted(pid);
    var request = ScheduleRequest.newBuilder().setLambda("command");
    JsonFormat.parser()
        .merge("{\"json\":{\"argv\":[\"sh\",\"-c\",\"%s\"]}}".formatted(script), request);
    return api.tasks().schedule(request.build()).getTaskId();
  }

  private static ProcessHandle processOf(Path pid) throws IOException {
    return ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
  }

  private static Task task(ApiConnection api, String task) {
    return api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(task).build());
  }
}
