package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Timestamp;
import com.google.protobuf.util.JsonFormat;
import dev.atf.local.ApiConnection;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.UpEnvironment;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.testtime.MeasuredPace;
import dev.atf.testtime.ProgressWait;
import dev.atf.testtime.TestTimeouts;
import dev.atf.worker.pool.ProcessRange;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tests executors whose number follows the load, from none to the most and back. */
@Tag("system")
@EnabledOnOs(OS.LINUX)
final class ElasticExecutorsTest {
  private static final int MOST = 3;
  private static final int TASKS = 120;
  private static final Duration CHECK_EVERY = Duration.ofSeconds(1);

  /** Time that a busy machine may need for the pushes and claims of one task. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private static final Map<String, String> SCALE =
      Map.of(
          "ATF_SCALE_LOOK_EVERY",
          "1s",
          "ATF_SCALE_IDLE_AFTER",
          "2s",
          "ATF_SCALE_BACKLOG_PER_PROCESS",
          "5");

  @Test
  void executorsGrowFromNoneToTheMostAndShrinkToNoneWithoutLosingAnAttempt() throws Exception {
    var options =
        LocalClusterOptions.builder()
            .elastic(Map.of("command", new ProcessRange(0, MOST)))
            .threads(1)
            .environment(UpEnvironment.of(SCALE))
            .build();
    try (var cluster = LocalCluster.start(options);
        var api = ApiConnection.open(cluster.frontendUri(), TestTimeouts.STALL)) {
      assertThat(cluster.executors()).isEmpty();

      var first = ended(api, schedule(api, "0"));
      var spinUp = spinUp(cluster);
      var lateness = lateness(first);
      System.out.printf("elastic: first task after %s, start of a JVM %s%n", lateness, spinUp);
      assertThat(lateness)
          .isLessThan(CHECK_EVERY.plus(spinUp).plus(MeasuredPace.get().scaled(MARGIN)));

      var tasks = new ArrayList<String>();
      for (int i = 0; i < TASKS; i++) {
        tasks.add(schedule(api, "0.4"));
      }
      awaitProcesses(cluster, MOST);
      for (var task : tasks) {
        // A drained executor returns what it has not started, and lets the others end.
        assertThat(ended(api, task).getAttempt()).isEqualTo(1);
      }

      awaitProcesses(cluster, 0);
      assertThat(ended(api, schedule(api, "0")).getAttempt()).isEqualTo(1);
    }
  }

  private static void awaitProcesses(LocalCluster cluster, int count) {
    ProgressWait.observing(count + " executors", () -> cluster.executors().size())
        .until(() -> cluster.executors().size() == count);
  }

  private static String schedule(ApiConnection api, String seconds) throws Exception {
    var request = ScheduleRequest.newBuilder().setLambda("command");
    JsonFormat.parser()
        .merge("{\"json\":{\"argv\":[\"sleep\",\"%s\"]}}".formatted(seconds), request);
    return api.tasks().schedule(request.build()).getTaskId();
  }

  private static Task ended(ApiConnection api, String task) {
    return await()
        .until(
            () -> api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(task).build()),
            found -> found.getStatus() == TaskStatus.SUCCESS);
  }

  private static Duration lateness(Task task) {
    return Duration.between(instant(task.getScheduledAt()), instant(task.getStartedAt()));
  }

  private static Instant instant(Timestamp at) {
    return Instant.ofEpochSecond(at.getSeconds(), at.getNanos());
  }

  /** Returns how long an executor's start took at most, as the supervisor's metrics tell. */
  private static Duration spinUp(LocalCluster cluster) throws Exception {
    var uri = URI.create(cluster.controllerUri().orElseThrow() + "/metrics");
    var lines =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
            .body()
            .lines()
            .filter(line -> line.startsWith("atf_supervisor_spin_up_seconds_max{"))
            .toList();
    assertThat(lines).hasSize(1);
    var seconds = List.of(lines.get(0).split(" ")).get(1);
    return Duration.ofMillis(Math.round(1_000 * Double.parseDouble(seconds)));
  }
}
