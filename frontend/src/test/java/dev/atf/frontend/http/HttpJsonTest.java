package dev.atf.frontend.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.TestFrontend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the guarantees of proto3's JSON, and that every layer reports errors in one form. */
final class HttpJsonTest {
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "}",
        "nonsense",
        "\"text\"",
        "[]",
        "null",
        "42",
        "{\"json\":1}trailing",
        "{\"json\":}",
        "{'json':1}",
        "{\"jsn\":1}",
        "{\"priority\":{}}",
        "{\"priority\":[\"high\"]}",
        "{\"labels\":[]}",
        "{\"labels\":{\"a\":{}}}",
        "{\"scheduledAt\":\"yesterday\"}",
        "{\"scheduledAt\":\"0000-01-01T00:00:00Z\"}",
        "{\"scheduledAt\":\"10000-01-01T00:00:00Z\"}",
        "{\"scheduledAt\":12}",
        "{\"delay\":\"1 hour\"}",
        "{\"delay\":5}",
        "{\"delay\":\"999999999999999999999s\"}",
        "{\"data\":\"***\"}",
        "{\"json\":1,\"json\":2}",
        "{\"json\":1,\"data\":\"AA==\"}",
        "{\"json\":NaN}",
        "{\"json\":1e999}",
        "{\"idempotencyKey\":\"\"}",
        "{\"json\":\"\\ud800\"}",
        "{\"idempotencyKey\":\"\\ud800\"}",
        "{\"labels\":{\"a\":\"\\ud800\"}}",
        "\u0000"
      })
  void aBadBodyIsRefusedWith400AndSaysWhyInJson(String body) {
    var answer = frontend.post("/v1/lambdas/resize/tasks", body);

    assertThat(answer.status()).describedAs(answer.body()).isEqualTo(400);
    assertThat(answer.contentType()).startsWith("application/json");
    assertThat(answer.json().get("code").asInt()).isEqualTo(3);
    assertThat(answer.json().get("message").asText()).isNotBlank();
    assertThat(answer.body()).doesNotContain("at dev.atf", "Exception");
  }

  @Test
  void anUnknownPathIs404InJson() {
    var answer = frontend.get("/v1/nothing/here");

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.json().get("code").asInt()).isEqualTo(5);
  }
}
