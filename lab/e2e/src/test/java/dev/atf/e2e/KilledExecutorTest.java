package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Timestamp;
import com.google.protobuf.util.JsonFormat;
import dev.atf.local.ApiConnection;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.HistoryEntry;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.testtime.ProcessState;
import dev.atf.testtime.TestTimeouts;
import dev.atf.worker.supervisor.ChildStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tests of an executor that is killed, and whose host reports it to the HSC. */
@Tag("system")
@EnabledOnOs(OS.LINUX)
final class KilledExecutorTest {
  private static final Logger log = LoggerFactory.getLogger(KilledExecutorTest.class);
  @TempDir private Path directory;

  @Test
  @Tag("F1")
  void theTaskOfAKilledExecutorRunsAgainWithoutWaitingForItsLease() throws Exception {
    var options = LocalClusterOptions.builder().executors(Map.of("command", 1)).build();
    try (var cluster = LocalCluster.start(options);
        var api = ApiConnection.open(cluster.frontendUri(), TestTimeouts.STALL)) {
      api.lambdas()
          .registerLambda(
              Lambda.newBuilder().setName("command").setHistory(Lambda.History.ALL).build());
      var pid = directory.resolve("pid");
      var task = schedule(api, pid);
      await().until(() -> Files.exists(pid) && !Files.readString(pid).isBlank());
      var first = processOf(pid);

      kill9(cluster.executors().get(0).pid());

      await().until(() -> task(api, task).getStatus() == TaskStatus.SUCCESS);
      assertThat(ProcessState.runs(first.pid())).isFalse();
      assertThat(task(api, task).getAttempt()).isEqualTo(2);
      assertThat(task(api, task).getHistoryList())
          .extracting(HistoryEntry::getDetail)
          .filteredOn(detail -> detail.contains("EXECUTOR_DIED"))
          .singleElement()
          .asString()
          .endsWith("killed by signal 9 (SIGKILL)");
      assertThat(task(api, task).getHistoryList())
          .extracting(HistoryEntry::getDetail)
          .noneMatch(detail -> detail.contains("LEASE_EXPIRED"));
    }
  }

  /**
   * Prints the time from each kill until another executor claimed the next attempt, the backoff of
   * 1 s included.
   */
  @Test
  @Tag("nightly")
  void twentyKillsCostTheirBackoffAndNoLease() throws Exception {
    // Enough that others are free whenever some are started again.
    int executors = 8;
    int kills = 20;
    var options = LocalClusterOptions.builder().executors(Map.of("command", executors)).build();
    var waits = new ArrayList<Duration>();
    try (var cluster = LocalCluster.start(options);
        var api = ApiConnection.open(cluster.frontendUri(), TestTimeouts.STALL)) {
      api.lambdas()
          .registerLambda(
              Lambda.newBuilder().setName("command").setHistory(Lambda.History.ALL).build());
      await().until(() -> ready(api) == executors);
      for (int kill = 0; kill < kills; kill++) {
        var pid = directory.resolve("pid-" + kill);
        var task = schedule(api, pid);
        await().until(() -> Files.exists(pid) && !Files.readString(pid).isBlank());
        long executor = executorOf(processOf(pid), cluster);

        var killedAt = Instant.now();
        kill9(executor);

        await().until(() -> task(api, task).getStatus() == TaskStatus.SUCCESS);
        var ended = task(api, task);
        assertThat(ended.getAttempt()).isEqualTo(2);
        assertThat(ended.getHistoryList())
            .extracting(HistoryEntry::getDetail)
            .noneMatch(detail -> detail.contains("LEASE_EXPIRED"));
        waits.add(Duration.between(killedAt, instant(ended.getStartedAt())));
      }
    }
    Collections.sort(waits);
    log.info("{} kills, median {}, longest {}", kills, waits.get(kills / 2), waits.get(kills - 1));
  }

  private static int ready(ApiConnection api) {
    var request = GetLambdaRequest.newBuilder().setLambda("command").build();
    return api.lambdas().getLambda(request).getLive().getExecutors().getReady();
  }

  private static long executorOf(ProcessHandle handler, LocalCluster cluster) {
    return cluster.executors().stream()
        .map(ChildStatus::pid)
        .filter(
            pid ->
                ProcessHandle.of(pid).stream()
                    .flatMap(ProcessHandle::descendants)
                    .anyMatch(handler::equals))
        .findAny()
        .orElseThrow();
  }

  private static Instant instant(Timestamp at) {
    return Instant.ofEpochSecond(at.getSeconds(), at.getNanos());
  }

  /** Schedules a task whose first attempt runs for ever, and whose second ends at once. */
  private static String schedule(ApiConnection api, Path pid)
      throws InvalidProtocolBufferException {
    var script = "test -e %s && exit 0; echo $$ > %s; exec sleep 8421".formatted(pid, pid);
    var request = ScheduleRequest.newBuilder().setLambda("command");
    JsonFormat.parser()
        .merge("{\"json\":{\"argv\":[\"sh\",\"-c\",\"%s\"]}}".formatted(script), request);
    return api.tasks().schedule(request.build()).getTaskId();
  }

  private static ProcessHandle processOf(Path pid) throws IOException {
    return ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
  }

  private static void kill9(long pid) throws Exception {
    assertThat(new ProcessBuilder("kill", "-9", Long.toString(pid)).start().waitFor()).isZero();
  }

  private static Task task(ApiConnection api, String task) {
    return api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(task).build());
  }
}
