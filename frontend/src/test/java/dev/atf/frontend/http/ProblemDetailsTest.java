package dev.atf.frontend.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.Answer;
import dev.atf.frontend.TestFrontend;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors over HTTP as problem details, for callers that accept them. */
final class ProblemDetailsTest {
  private static final String PROBLEM = "application/problem+json";
  private static final String TASKS = "/v1/lambdas/resize/tasks";
  private static TestFrontend frontend;

  @BeforeAll
  static void start() {
    frontend = new TestFrontend();
    frontend.registered("resize");
  }

  @AfterAll
  static void stop() {
    frontend.close();
  }

  private static Answer send(String method, String path, String body, String accept) {
    return frontend.send(
        method,
        path,
        body.getBytes(StandardCharsets.UTF_8),
        Map.of("content-type", "application/json", "accept", accept));
  }

  @Test
  void refusedFieldsAreViolations() {
    var body = "{\"delay\":\"soon\",\"jsn\":1}";

    var problem = send("POST", TASKS + "?", body, PROBLEM);

    assertThat(problem.status()).isEqualTo(400);
    assertThat(problem.contentType()).isEqualTo(PROBLEM);
    var json = problem.json();
    assertThat(json.path("type").asText()).isEqualTo("tag:atf.dev,2026:error:FIELD_INVALID");
    assertThat(json.path("title").asText()).isEqualTo("Field invalid");
    assertThat(json.path("status").asInt()).isEqualTo(400);
    assertThat(json.path("detail").asText()).contains("delay: soon (expected: a duration");
    assertThat(json.path("instance").asText()).isEqualTo(TASKS);
    assertThat(json.path("reason").asText()).isEqualTo("FIELD_INVALID");
    assertThat(json.path("violations").findValuesAsText("field")).containsExactly("delay", "jsn");
    assertThat(json.path("violations").get(0).path("description").asText())
        .contains("soon (expected: a duration");
  }

  /**
   * The errors come from the handlers, the checks before them, the transport, and the server
   * itself.
   */
  @ParameterizedTest
  @CsvSource({
    "GET, /v1/tasks/00000000000000000000000000000000, TASK_NOT_FOUND, 404",
    "GET, /v1/lambdas/nothing, LAMBDA_NOT_FOUND, 404",
    "GET, /v1/tasks/x, FIELD_INVALID, 400",
    "GET, /v1/lambdas/resize/jobs?nonsense=1, FIELD_INVALID, 400",
    "GET, /v1/events?cursor=x&nonsense=1, FIELD_INVALID, 400",
    "GET, /v1/nothing, PATH_UNKNOWN, 404",
    "DELETE, /v1/lambdas, CALL_UNKNOWN, 405",
    "GET, /atf.v1.TaskService/Schedule, CALL_UNKNOWN, 405",
  })
  void everyLayerAnswersInTheAcceptedForm(String method, String path, String reason, int status) {
    var problem = send(method, path, "", PROBLEM);
    var plain = send(method, path, "", "*/*");

    assertThat(problem.status()).describedAs(problem.body()).isEqualTo(status);
    assertThat(problem.contentType()).isEqualTo(PROBLEM);
    assertThat(problem.json().path("reason").asText()).isEqualTo(reason);
    assertThat(problem.json().path("status").asInt()).isEqualTo(status);
    assertThat(plain.status()).isEqualTo(status);
    assertThat(plain.contentType()).startsWith("application/json");
    assertThat(plain.reason()).isEqualTo(reason);
    assertThat(plain.json().path("message")).isEqualTo(problem.json().path("detail"));
  }

  @Test
  void aPageOfAnotherSiteIsRefusedInTheAcceptedForm() {
    var headers = Map.of("accept", PROBLEM, "origin", "https://elsewhere.example");

    var refused = frontend.send("POST", TASKS, new byte[0], headers);

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.contentType()).isEqualTo(PROBLEM);
    assertThat(refused.json().path("reason").asText()).isEqualTo("ORIGIN_NOT_ALLOWED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/problem+json, application/json",
        "application/json, application/problem+json",
        "application/json;q=0.5, application/problem+json;q=0.8",
        "APPLICATION/problem+json; charset=utf-8, */*",
      })
  void acceptMayNameOthers(String accept) {
    assertThat(send("GET", "/v1/tasks/x", "", accept).contentType()).isEqualTo(PROBLEM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "*/*",
        "application/*",
        "text/html",
        "application/problem+json;q=0",
        "application/json, application/problem+json;q=0.5",
        "nonsense",
        ",;q=",
      })
  void otherCallersGetTheStatus(String accept) {
    var answer = send("GET", "/v1/tasks/x", "", accept);

    assertThat(answer.contentType()).startsWith("application/json");
    assertThat(answer.reason()).isEqualTo("FIELD_INVALID");
  }

  @Test
  void successesStayAsTheyAre() {
    assertThat(send("POST", TASKS, "{}", PROBLEM).requireOk().contentType())
        .startsWith("application/json");
  }
}
