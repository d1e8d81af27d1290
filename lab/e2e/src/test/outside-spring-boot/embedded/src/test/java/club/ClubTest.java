package club;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "atf.mode=embedded")
@DirtiesContext // closes the application before its directory is deleted
class ClubTest {
  @TempDir static Path directory;

  @LocalServerPort private int port;

  @DynamicPropertySource
  static void directory(DynamicPropertyRegistry properties) {
    properties.add("atf.directory", directory::toString);
  }

  @Test
  void aRequestSchedulesATaskThatRunsInTheApplication() throws Exception {
    assertThat(get("/enter/Ada")).isEqualTo("Welcome, Ada");
  }

  @Test
  void actuatorAnswers() throws Exception {
    assertThat(get("/actuator/health")).contains("UP");
  }

  private String get(String path) throws Exception {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }
}
