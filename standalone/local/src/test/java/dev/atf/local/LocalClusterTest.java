package dev.atf.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Value;
import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.LiveFigures;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.testtime.TestTimeouts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole machine in this process. */
@Tag("system")
final class LocalClusterTest {
  @TempDir private Path data;

  @Test
  void afterARestartTheTasksOfEveryLambdaReachTheirQueues() {
    try (var first = start(Map.of());
        var api = ApiConnection.open(first.frontendUri(), TestTimeouts.STALL)) {
      api.lambdas().registerLambda(Lambda.newBuilder().setName("resize").build());
    }

    try (var second = start(Map.of());
        var api = ApiConnection.open(second.frontendUri(), TestTimeouts.STALL)) {
      api.tasks()
          .schedule(
              ScheduleRequest.newBuilder()
                  .setLambda("resize")
                  .setJson(Value.newBuilder().setStringValue("cat.png"))
                  .build());

      await().until(() -> queued(api) == 1);
    }
  }

  @Test
  void theSupervisorIsInTheMetricsAndTheHealthOfTheController() throws Exception {
    try (var cluster = start(Map.of("command", 1))) {
      var controller = cluster.controllerUri().orElseThrow();

      var metrics = get(controller + "/metrics");
      int health = status(controller + "/health");
      cluster.stopExecutors();

      assertThat(metrics)
          .contains("atf_supervisor_executors_missing ")
          .contains("atf_supervisor_executors_crashlooping ")
          .contains("atf_loop_alive{loop=\"supervisor\"} 1.0")
          .contains("atf_loop_alive{loop=\"tend\"} 1.0");
      assertThat(health).isEqualTo(200);
      // Its own loop has ended, the controller's continue.
      assertThat(get(controller + "/metrics"))
          .doesNotContain("loop=\"supervisor\"} 1.0")
          .contains("atf_loop_alive{loop=\"tend\"} 1.0");
      assertThat(status(controller + "/health")).isEqualTo(200);
    }
  }

  private LocalCluster start(Map<String, Integer> executors) {
    return LocalCluster.start(
        LocalClusterOptions.builder()
            .data(data)
            .executors(executors)
            .threads(1)
            .pollInterval(Duration.ofMillis(200))
            .build());
  }

  private static long queued(ApiConnection api) {
    var resize = GetLambdaRequest.newBuilder().setLambda("resize").build();
    return api.lambdas().getLambda(resize).getLive().getPrioritiesList().stream()
        .mapToLong(LiveFigures.Priority::getQueued)
        .sum();
  }

  private static String get(String uri) throws IOException, InterruptedException {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .build()
        .send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString())
        .body();
  }

  private static int status(String uri) throws IOException, InterruptedException {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .build()
        .send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.discarding())
        .statusCode();
  }
}
