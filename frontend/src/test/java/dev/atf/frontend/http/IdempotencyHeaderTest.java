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
import org.junit.jupiter.params.provider.ValueSource;

/** The idempotency key of a call over HTTP, given in its header. */
final class IdempotencyHeaderTest {
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

  private static Answer post(String path, String body, String key) {
    return frontend.send(
        "POST",
        path,
        body.getBytes(StandardCharsets.UTF_8),
        Map.of("content-type", "application/json", "Idempotency-Key", key));
  }

  @Test
  void keyOfTheHeaderIsThatOfTheBody() {
    var quoted = post(TASKS, "{\"json\":1.50}", "\"a \\\"b\\\\\"").requireOk().json();
    var bare = post(TASKS, "{ \"json\":1.50}", "a \"b\\").requireOk().json();
    var inBody =
        frontend
            .post(TASKS, "{\"json\":1.5,\"idempotencyKey\":\"a \\\"b\\\\\"}")
            .requireOk()
            .json();

    assertThat(quoted.path("created").asBoolean()).isTrue();
    assertThat(bare.path("created").asBoolean()).isFalse();
    assertThat(inBody.path("created").asBoolean()).isFalse();
    assertThat(bare.path("taskId")).isEqualTo(quoted.path("taskId"));
    assertThat(inBody.path("taskId")).isEqualTo(quoted.path("taskId"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{}", "{\"idempotencyKey\":\"k-1\"}", "{\"idempotency_key\":\"k-1\"}"})
  void bodyMayBeEmptyOrSayTheSame(String body) {
    var first = post(TASKS, "", "k-1").requireOk().json();

    var again = post(TASKS, body, "k-1").requireOk().json();

    assertThat(again.path("created").asBoolean()).isFalse();
    assertThat(again.path("taskId")).isEqualTo(first.path("taskId"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"idempotencyKey\":\"other\"}", "{\"idempotencyKey\":null}"})
  void anotherKeyInTheBodyIsRefused(String body) {
    var refused = post(TASKS, body, "k-2");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.violatedFields()).isEqualTo("idempotencyKey");
    assertThat(refused.body()).contains("none, or as in the header Idempotency-Key: k-2");
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "\"\""})
  void emptyKeyIsRefused(String key) {
    assertThat(post(TASKS, "{}", key).violatedFields()).isEqualTo("header Idempotency-Key");
  }

  @Test
  void callThatTakesNoKeyRefusesIt() {
    var refused = post("/v1/lambdas/resize:setGate", "{\"state\":\"OPEN\"}", "k-3");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body()).contains("this call takes no idempotency key");
  }
}
