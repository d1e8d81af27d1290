package dev.atf.frontend.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.frontend.Answer;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.TaskId;
import dev.atf.model.resource.Digest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schedule of tasks that name files. */
final class ScheduledFilesTest {
  private static final byte[] CONTENT = "model".getBytes(StandardCharsets.UTF_8);
  private static final String DIGEST = Digest.of(CONTENT).hex();

  private final TestFrontend frontend = new TestFrontend();

  @BeforeEach
  void register() {
    frontend.registered("score");
  }

  @AfterEach
  void close() {
    frontend.close();
  }

  @Test
  void taskKeepsItsFilesAndShowsThem() {
    upload();

    var taskId = scheduled(files("lib/model.bin", "out/*.csv")).path("taskId").asText();

    var shown = frontend.get("/v1/tasks/" + taskId).requireOk().json();
    assertThat(shown.path("resources").path(0).path("path").asText()).isEqualTo("lib/model.bin");
    assertThat(shown.path("resources").path(0).path("bytes").asLong()).isEqualTo(CONTENT.length);
    assertThat(shown.path("outputs").path(0).asText()).isEqualTo("out/*.csv");
    assertThat(shown.path("outputFiles").isMissingNode()).isTrue();
  }

  @Test
  void missingFilesAreNamedAndNoTaskIsMade() {
    var answer = schedule(files("model.bin", "out"));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.reason()).isEqualTo("RESOURCE_MISSING");
    assertThat(answer.violatedFields()).isEqualTo("resources[0].sha256");
    assertThat(answer.body()).contains(DIGEST);
  }

  @Test
  @Tag("FI2")
  void fileIsKeptAsLongAsItsTask() {
    upload();
    var taskId = scheduled(files("model.bin", "out")).path("taskId").asText();
    var entity = frontend.store.findEntity(new TaskId(taskId)).orElseThrow();

    var kept = frontend.blob(DIGEST).orElseThrow();

    assertThat(kept.expiresAt()).isAfter(entity.expiresAt());
  }

  @Test
  void repetitionFindsItsTaskThoughTheFileIsGone() {
    upload();
    var request = "{\"idempotencyKey\":\"k\"," + files("model.bin", "out").substring(1);
    var first = scheduled(request).path("taskId").asText();
    frontend.clock.advance(Duration.ofDays(200));
    frontend.sweepBlobs();

    var again = scheduled(request);

    assertThat(again.path("taskId").asText()).isEqualTo(first);
    assertThat(again.path("created").asBoolean()).isFalse();
  }

  @Test
  void otherFilesUnderOneKeyAreAnotherRequest() {
    upload();
    scheduled("{\"idempotencyKey\":\"k\"," + files("model.bin", "out").substring(1));

    var other = schedule("{\"idempotencyKey\":\"k\"," + files("other.bin", "out").substring(1));

    assertThat(other.reason()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
  }

  @ParameterizedTest
  @CsvSource({
    "../model.bin, out, resources[0].path",
    "model.bin, '[', outputs[0]",
  })
  @Tag("FI8")
  void pathsThatLeadElsewhereAreRefused(String path, String pattern, String field) {
    upload();

    var answer = schedule(files(path, pattern));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.violatedFields()).isEqualTo(field);
  }

  private static String files(String path, String pattern) {
    return "{\"resources\":[{\"path\":\"%s\",\"sha256\":\"%s\"}],\"outputs\":[\"%s\"]}"
        .formatted(path, DIGEST, pattern);
  }

  private void upload() {
    var answer =
        frontend.send("PUT", "/v1/resources/" + DIGEST + "?lambda=score", CONTENT, Map.of());
    assertThat(answer.status()).isEqualTo(201);
  }

  private JsonNode scheduled(String request) {
    return schedule(request).requireOk().json();
  }

  private Answer schedule(String request) {
    return frontend.post("/v1/lambdas/score/tasks", request);
  }
}
