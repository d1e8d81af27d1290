package dev.atf.storeconsumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.runtime.config.ConfigLoader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class StoreConsumerServiceTest {
  /** Address on which nothing listens. */
  private static final String NOWHERE = "http://127.0.0.1:1";

  @Test
  void startsReportsAndStopsWithoutStoreAndQueues() throws Exception {
    var config =
        new ConfigLoader(
                Map.of(
                    "ATF_SERVER_PORT", "0",
                    "ATF_STORE_ENDPOINT", NOWHERE,
                    "ATF_QUEUE_ENDPOINT", NOWHERE),
                List.of())
            .load(StoreConsumerConfig.DEFAULTS, Optional.empty());
    try (var service = StoreConsumerComponent.onAws(config).service()) {
      service.start();

      assertThat(get(service.port(), "/health").statusCode()).isEqualTo(200);
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(get(service.port(), "/metrics").body())
                      .containsPattern("atf_loop_failures_total\\{loop=\"membership\"\\} [1-9]")
                      .contains("atf_consumer_released_total", "atf_consumer_lookahead_held"));
    }
  }

  private static HttpResponse<String> get(int port, String path)
      throws IOException, InterruptedException {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .build()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
            HttpResponse.BodyHandlers.ofString());
  }
}
