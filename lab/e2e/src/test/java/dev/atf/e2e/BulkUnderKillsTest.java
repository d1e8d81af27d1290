package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.AtfMain;
import dev.atf.e2e.support.UpProcess;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.local.ApiConnection;
import dev.atf.local.engine.FreePort;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.CancelTasksRequest;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.TaskFilter;
import dev.atf.testtime.ProgressWait;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests bulk changes of which one loses its command, and one its server, by SIGKILL: begun again,
 * each does the rest.
 */
@Tag("system")
final class BulkUnderKillsTest {
  /** Set it higher for evidence of more: {@code -Datf.bulk.tasks=100000}. */
  private static final int TASKS = Integer.getInteger("atf.bulk.tasks", 8_000);

  private static final int BATCH = 1_000;
  private static final Duration CALL_MAX = Duration.ofMinutes(2);

  @TempDir private Path directory;

  @Test
  void doesTheRestWhenItIsBegunAgain() {
    int port = FreePort.find();
    try (var up = up(port);
        var api = connect(port)) {
      schedule(api, "spring", TASKS);
      schedule(api, "summer", TASKS);
      schedule(api, "autumn", BATCH);
      try (var cancelling = cancel("spring", port)) {
        awaitBegun(api, "spring");
        cancelling.kill9();
      }
      assertThat(waiting(api, "spring")).isPositive();
      try (var cancelling = cancel("summer", port)) {
        awaitBegun(api, "summer");
        up.kill9();
        assertThat(cancelling.awaitExit()).as(cancelling.output()).isNotZero();
        assertThat(cancelling.output()).contains("run the same command to continue");
      }
    }
    try (var again = up(port);
        var api = connect(port)) {
      for (var campaign : List.of("spring", "summer")) {
        assertThat(waiting(api, campaign)).isPositive();
        try (var cancelling = cancel(campaign, port)) {
          assertThat(cancelling.awaitExit()).as(cancelling.output()).isZero();
        }
        assertThat(waiting(api, campaign)).isZero();
      }
      assertThat(waiting(api, "autumn")).as("tasks with another label").isEqualTo(BATCH);
      assertThat(again.isAlive()).isTrue();
    }
  }

  private JavaProcess up(int port) {
    return UpProcess.awaitReady(
        UpProcess.start(directory, "embedded", port, "--executors", "command=1"));
  }

  private JavaProcess cancel(String campaign, int port) {
    return JavaProcess.start(
        "bulk",
        directory,
        Map.of("ATF_SERVER", "http://127.0.0.1:" + port),
        AtfMain.class.getName(),
        "bulk",
        "cancel",
        "command",
        "--label",
        "campaign=" + campaign,
        "--state",
        "pending");
  }

  private static ApiConnection connect(int port) {
    return ApiConnection.open("http://127.0.0.1:" + port, CALL_MAX);
  }

  private static void schedule(ApiConnection api, String campaign, int count) {
    var one =
        ScheduleRequest.newBuilder()
            .setDelay(ProtoTimes.proto(Duration.ofHours(12)))
            .putLabels("campaign", campaign);
    var batch = ScheduleBatchRequest.newBuilder().setLambda("command");
    for (int i = 0; i < BATCH; i++) {
      batch.addTasks(one);
    }
    for (int done = 0; done < count; done += BATCH) {
      assertThat(api.tasks().scheduleBatch(batch.build()).getResultsList())
          .noneMatch(result -> result.hasError());
    }
  }

  /** Returns soon after the first change: the latest tasks are changed first. */
  private static void awaitBegun(ApiConnection api, String campaign) {
    var latest = page(campaign).build();
    ProgressWait.observing("a task of " + campaign + " is cancelled", () -> "none yet")
        .pollInterval(Duration.ofMillis(10))
        .until(() -> api.tasks().cancelTasks(latest).getChanged() < BATCH);
  }

  /** Counts the tasks of a campaign that could be cancelled. */
  private static long waiting(ApiConnection api, String campaign) {
    var request = page(campaign);
    long count = 0;
    do {
      var page = api.tasks().cancelTasks(request.build());
      count += page.getChanged();
      request.setPageToken(page.getNextPageToken());
    } while (!request.getPageToken().isEmpty());
    return count;
  }

  private static CancelTasksRequest.Builder page(String campaign) {
    return CancelTasksRequest.newBuilder()
        .setLambda("command")
        .setFilter(TaskFilter.newBuilder().setState("pending").addLabel("campaign=" + campaign))
        .setPageSize(BATCH)
        .setDryRun(true);
  }
}
