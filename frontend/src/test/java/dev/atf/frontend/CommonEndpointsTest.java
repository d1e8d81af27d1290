package dev.atf.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.stub.StreamObserver;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Common endpoints of every service, and answers to broken calls. */
final class CommonEndpointsTest {
  private static final Map<String, String> JSON = Map.of("content-type", "application/json");
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

  @Test
  void healthMetricsAndDocumentationStandOnTheSamePort() {
    frontend.post("/v1/lambdas/resize/tasks", "{}").requireOk();

    assertThat(frontend.get("/health").status()).isEqualTo(200);
    assertThat(frontend.get("/metrics").body()).contains("atf_rpc", "atf_frontend_internal_errors");
    assertThat(frontend.get("/docs/specification.json").body()).contains("atf.v1.TaskService");
  }

  @Test
  void aGenericClientFindsTheServicesByReflection() throws Exception {
    var services = new CompletableFuture<String>();
    var stub =
        com.linecorp.armeria.client.grpc.GrpcClients.newClient(
            "gproto+http://127.0.0.1:" + frontend.port(),
            io.grpc.reflection.v1.ServerReflectionGrpc.ServerReflectionStub.class);

    var requests =
        stub.serverReflectionInfo(
            new StreamObserver<>() {
              @Override
              public void onNext(io.grpc.reflection.v1.ServerReflectionResponse response) {
                services.complete(response.toString());
              }

              @Override
              public void onError(Throwable error) {
                services.completeExceptionally(error);
              }

              @Override
              public void onCompleted() {}
            });
    requests.onNext(
        io.grpc.reflection.v1.ServerReflectionRequest.newBuilder().setListServices("").build());
    requests.onCompleted();

    assertThat(services.get()).contains("atf.v1.TaskService", "atf.v1.LambdaService");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /nowhere, 404, 5",
    "GET, /v1, 404, 5",
    "GET, /v1/tasks/0/1/2, 404, 5",
    "DELETE, /v1/lambdas, 405, 12",
  })
  void callsThatAreNotServedSaySoInJson(String method, String path, int status, int code) {
    var answer = frontend.send(method, path, "{}".getBytes(StandardCharsets.UTF_8), JSON);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.contentType()).startsWith("application/json");
    assertThat(answer.json().get("code").asInt()).isEqualTo(code);
  }

  @Test
  void aBodyThatDoesNotSayItIsJsonIsTakenFromAnybodyButPagesOfOtherSites() {
    var body = "{}".getBytes(StandardCharsets.UTF_8);
    var path = "/v1/lambdas/resize/tasks";

    var formType = Map.of("content-type", "application/x-www-form-urlencoded");
    var otherSite = Map.of("content-type", "text/plain", "origin", "https://elsewhere.example");

    var form = frontend.send("POST", path, body, formType);
    var untyped = frontend.send("POST", path, body, Map.of());
    var empty = frontend.send("POST", path, new byte[0], Map.of());
    var crossSite = frontend.send("POST", path, body, otherSite);

    assertThat(form.status()).isEqualTo(200);
    assertThat(untyped.status()).isEqualTo(200);
    assertThat(empty.status()).isEqualTo(200);
    assertThat(crossSite.status()).isEqualTo(403);
    assertThat(crossSite.body()).contains("ORIGIN_NOT_ALLOWED", "https://elsewhere.example");
  }

  @Test
  void bytesThatAreNoMessageAreRefusedAndTheServerLives() {
    var path = "/atf.v1.TaskService/Schedule";
    var grpc = Map.of("content-type", "application/grpc+proto", "te", "trailers");
    var invalidUtf8 = new byte[] {0, 0, 0, 0, 4, 10, 2, (byte) 0xc3, 40};
    var truncated = new byte[] {0, 0, 0, 1, 0, 10};
    var badCompression = new byte[] {1, 0, 0, 0, 2, 10, 0};

    for (var body : new byte[][] {invalidUtf8, truncated, badCompression, {1, 2, 3}}) {
      var answer = frontend.send("POST", path, body, grpc);
      assertThat(answer.body()).doesNotContain("dev.atf");
    }
    var badText =
        frontend.send(
            "POST",
            "/v1/lambdas/resize/tasks",
            new byte[] {'{', '"', 'j', 's', 'o', 'n', '"', ':', '"', (byte) 0xc3, 40, '"', '}'},
            Map.of("content-type", "application/json"));

    assertThat(badText.status()).isEqualTo(400);
    assertThat(frontend.post("/v1/lambdas/resize/tasks", "{}").status()).isEqualTo(200);
  }
}
