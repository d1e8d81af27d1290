package dev.atf.testkit;

import static dev.atf.testkit.AtfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.client.TaskSpec;
import dev.atf.executor.Outcome;
import dev.atf.protocol.v1.Lambda;
import dev.atf.testtime.TestTimeouts;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Handlers of this process on the embedded engine. */
@Tag("system")
final class EmbeddedAtfExtensionTest {
  @RegisterExtension
  static final EmbeddedAtfExtension atf =
      EmbeddedAtfExtension.serving(
              worker ->
                  worker
                      .handle(
                          "echo", JsonNode.class, (payload, context) -> Outcome.success(payload))
                      .handle(
                          "fail",
                          JsonNode.class,
                          (payload, context) -> Outcome.retriable("NOT_YET", "later")))
          .with(
              Lambda.newBuilder()
                  .setName("fail")
                  .setRetry(Lambda.Retry.newBuilder().setMaxAttempts(1))
                  .build());

  @Test
  void aTaskRunsInRealTimeAndItsResultIsThere() throws Exception {
    var scheduled =
        atf.client().schedule(TaskSpec.of("echo", "hello").delay(Duration.ofMillis(50)));

    assertThat(atf.client().await(scheduled.taskId(), TestTimeouts.STALL)).hasResult("hello");
  }

  @Test
  void theSettingsOfALambdaHold() throws Exception {
    var scheduled = atf.client().schedule(TaskSpec.of("fail", "hello"));

    assertThat(atf.client().await(scheduled.taskId(), TestTimeouts.STALL)).isDead().hasAttempts(1);
  }

  @Test
  void thePublicApiIsThere() throws Exception {
    var request = HttpRequest.newBuilder(URI.create(atf.frontendUri() + "/v1/lambdas/echo"));

    var response =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .build()
            .send(request.build(), HttpResponse.BodyHandlers.ofString());

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).contains("\"echo\"");
  }
}
