package dev.atf.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.client.AtfException;
import dev.atf.client.TaskSpec;
import dev.atf.executor.Outcome;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.v1.Route;
import dev.atf.protocol.v1.RouteRule;
import dev.atf.protocol.v1.TestRouteRequest;
import dev.atf.testtime.TestTimeouts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Routes in a program of its own: rules see the payloads of the Java client. */
final class RouteInLibraryTest {
  private static final Route ROUTE =
      Route.newBuilder()
          .setName("render")
          .addRules(
              RouteRule.newBuilder()
                  .setName("long-jobs")
                  .setWhen("json.pages > 100")
                  .setLambda("render-long"))
          .setDefault("render-short")
          .build();

  @TempDir private Path data;

  private Atf open() {
    return Atf.at(data)
        .pollInterval(Duration.ofMillis(100))
        .handle("render-long", JsonNode.class, (payload, context) -> Outcome.success("long"))
        .handle("render-short", JsonNode.class, (payload, context) -> Outcome.success("short"))
        .open();
  }

  @Test
  void tasksAreRoutedByTheirPayloadsAndTheRouteSurvivesARestart() throws Exception {
    String first;
    try (var atf = open()) {
      assertThat(atf.client().lambdaControl().putRoute(ROUTE).getVersion()).isEqualTo(1);
      first = scheduled(atf, 300, "a");
      assertThat(resultOf(atf, first)).isEqualTo("long");
      assertThat(resultOf(atf, scheduled(atf, 3, "b"))).isEqualTo("short");
    }

    try (var atf = open()) {
      var control = atf.client().lambdaControl();
      assertThat(control.listRoutes()).hasSize(1);
      assertThat(control.getRoute("render").getRules(0).getWhen()).isEqualTo("json.pages > 100");
      assertThat(scheduled(atf, 300, "a")).isEqualTo(first);
      assertThat(
              control
                  .testRoute(TestRouteRequest.newBuilder().setName("render").build())
                  .getRules(0)
                  .getReason())
          .isEqualTo("json.pages > 100 does not hold: json.pages is absent");

      control.deleteRoute("render");

      assertThatThrownBy(() -> control.deleteRoute("render"))
          .isInstanceOfSatisfying(
              AtfException.class,
              refused -> assertThat(refused.reason()).contains(ErrorReason.ROUTE_NOT_FOUND.name()));
      assertThat(control.listRoutes()).isEqualTo(List.of());
    }
  }

  private static String scheduled(Atf atf, int pages, String key) {
    return atf.client()
        .schedule(TaskSpec.of("render", Map.of("pages", pages)).idempotencyKey(key))
        .taskId();
  }

  private static String resultOf(Atf atf, String task) throws Exception {
    return atf.client().await(task, TestTimeouts.STALL).resultAs(String.class);
  }
}
