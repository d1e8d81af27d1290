package dev.atf.frontend.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.TestFrontend;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts in the query of a call that a server could take for parts of a path. */
final class QueryTextTest {
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

  @ParameterizedTest
  @ValueSource(strings = {"..", "../x", "a/../b", "a/..", "..;x", "a/b", "a b", "ü/ä?#%", "k=v&z"})
  void keyThatCanBeWrittenCanBeFound(String key) {
    var task =
        frontend.post(TASKS, "{\"idempotencyKey\":\"%s\"}".formatted(key)).requireOk().json();

    var found = frontend.get(TASKS + "?idempotencyKey=" + encoded(key)).requireOk().json();

    assertThat(found.at("/tasks/0/taskId")).isEqualTo(task.path("taskId"));
  }

  @Test
  void dotsThatAreNotEncodedAreFoundToo() {
    frontend.post(TASKS, "{\"idempotencyKey\":\"../plain\"}").requireOk();

    assertThat(frontend.get(TASKS + "?idempotencyKey=../plain").requireOk().json().path("tasks"))
        .hasSize(1);
  }

  @Test
  void pathWithDotsIsRefusedAsBefore() throws Exception {
    assertThat(frontend.raw("GET /v1/../metrics HTTP/1.1\r\nHost: x\r\n\r\n"))
        .startsWith("HTTP/1.1 400");
  }

  @Test
  void labelWhoseKeyCouldNotBeSearchedIsRefused() {
    var refused = frontend.post(TASKS, "{\"labels\":{\"a=b\":\"c\"}}");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.violatedFields()).isEqualTo("labels");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
