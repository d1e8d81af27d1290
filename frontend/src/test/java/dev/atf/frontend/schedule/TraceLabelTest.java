package dev.atf.frontend.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.frontend.TestFrontend;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Trace of the caller that scheduled a task, kept with the task. */
final class TraceLabelTest {
  private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  private static final String OTHER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final String PATH = "/v1/lambdas/traced/tasks";
  private static TestFrontend frontend;

  @BeforeAll
  static void start() {
    frontend = new TestFrontend();
    frontend.registered("traced");
  }

  @AfterAll
  static void stop() {
    frontend.close();
  }

  @Test
  void theTraceOfACallIsALabelOfItsTasks() {
    var single = schedule(PATH, "{\"labels\":{\"a\":\"b\"}}", TRACE).get("taskId").asText();
    var batch =
        schedule("/v1/lambdas/traced/tasks:batch", "{\"tasks\":[{}]}", TRACE)
            .at("/results/0/taskId")
            .asText();

    assertThat(label(single)).isEqualTo(TRACE);
    assertThat(label(batch)).isEqualTo(TRACE);
    assertThat(frontend.get("/v1/tasks/" + single).json().at("/labels/a").asText()).isEqualTo("b");
  }

  @Test
  void aRepetitionInAnotherTraceIsTheSameRequest() {
    var first = schedule(PATH, "{\"idempotencyKey\":\"k\"}", TRACE);
    var again = schedule(PATH, "{\"idempotencyKey\":\"k\"}", OTHER);

    assertThat(again.get("taskId")).isEqualTo(first.get("taskId"));
    assertThat(again.get("created").asBoolean()).isFalse();
    assertThat(label(first.get("taskId").asText())).isEqualTo(TRACE);
  }

  @Test
  void keepsTheCallersLabelAndIgnoresInvalidTraces() {
    var own = schedule(PATH, "{\"labels\":{\"traceparent\":\"mine\"}}", TRACE);
    var none = schedule(PATH, "{}", "00-" + "0".repeat(32) + "-00f067aa0ba902b7-01");
    var nonsense = schedule(PATH, "{}", "x");

    assertThat(label(own.get("taskId").asText())).isEqualTo("mine");
    assertThat(label(none.get("taskId").asText())).isEmpty();
    assertThat(label(nonsense.get("taskId").asText())).isEmpty();
  }

  private static JsonNode schedule(String path, String body, String trace) {
    return frontend
        .send(
            "POST",
            path,
            body.getBytes(StandardCharsets.UTF_8),
            Map.of("content-type", "application/json", "traceparent", trace))
        .requireOk()
        .json();
  }

  private static String label(String task) {
    return frontend.get("/v1/tasks/" + task).requireOk().json().at("/labels/traceparent").asText();
  }
}
