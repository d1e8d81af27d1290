package depot;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** A worker of a cluster that is away: it starts all the same, with tracing on. */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "atf.controller-uri=http://127.0.0.1:1",
      "atf.hsc-uri=http://127.0.0.1:1",
      "atf.drain-timeout=1s",
      "atf.tracing.otlp-endpoint=http://127.0.0.1:1"
    })
class DepotTest {
  @LocalServerPort private int port;

  @Test
  void actuatorAnswers() throws Exception {
    var health = URI.create("http://127.0.0.1:" + port + "/actuator/health");
    var answer =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString());

    assertThat(answer.body()).contains("UP");
  }
}
