package dev.atf.frontend.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.Answer;
import dev.atf.frontend.TestFrontend;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the idempotency key in the header of an HTTP call. */
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
  @Tag("E1.4")
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
      strings = {
        "",
        "{}",
        "{\"idempotencyKey\":null}",
        "{\"delay\":null, \"idempotency_key\" : null}",
        "{\"idempotencyKey\":\"k-1\"}",
        "{\"idempotency_key\":\"k-1\"}"
      })
  void bodyMayBeEmptyOrSayTheSame(String body) {
    var first = post(TASKS, "", "k-1").requireOk().json();

    var again = post(TASKS, body, "k-1").requireOk().json();

    assertThat(again.path("created").asBoolean()).isFalse();
    assertThat(again.path("taskId")).isEqualTo(first.path("taskId"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"idempotencyKey\":\"other\"}", "{\"idempotency_key\":\"\"}"})
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

  @ParameterizedTest
  @ValueSource(strings = {"größe-☃", "\"größe\"", "\u00a9"})
  void keyIsUtf8AsInTheBody(String key) throws Exception {
    var bare = key.replace("\"", "");
    var inBody =
        frontend.post(TASKS, "{\"idempotencyKey\":\"%s\"}".formatted(bare)).requireOk().json();

    var answer = raw(key.getBytes(StandardCharsets.UTF_8));

    assertThat(inBody.path("created").asBoolean()).isTrue();
    assertThat(answer).contains("\"created\":false", inBody.path("taskId").asText());
  }

  @Test
  void keyThatIsNoUtf8IsRefused() throws Exception {
    assertThat(raw("größe".getBytes(StandardCharsets.ISO_8859_1)))
        .startsWith("HTTP/1.1 400")
        .contains("header Idempotency-Key", "one key in UTF-8");
  }

  /** Sends the bytes of a key, which a client of the JDK would not. */
  private static String raw(byte[] key) throws Exception {
    return frontend.raw(
        "POST %s HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: %s\r\nContent-Length: 0\r\n\r\n"
            .formatted(TASKS, new String(key, StandardCharsets.ISO_8859_1)));
  }

  @Test
  void callThatTakesNoKeyRefusesIt() {
    var refused = post("/v1/lambdas/resize:setGate", "{\"state\":\"OPEN\"}", "k-3");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body()).contains("this call takes no idempotency key");
  }
}
