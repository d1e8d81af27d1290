package dev.atf.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.client.grpc.GrpcClients;
import io.grpc.reflection.v1.ServerReflectionGrpc.ServerReflectionStub;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
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
    var services = new FirstAnswer<ServerReflectionResponse>();
    var requests = client(ServerReflectionStub.class).serverReflectionInfo(services);

    requests.onNext(ServerReflectionRequest.newBuilder().setListServices("").build());
    requests.onCompleted();

    assertThat(services.get()).contains("atf.v1.TaskService", "atf.v1.LambdaService");
  }

  @Test
  void anOlderClientFindsTheServicesByReflectionInItsVersion() throws Exception {
    var services = new FirstAnswer<io.grpc.reflection.v1alpha.ServerReflectionResponse>();
    var requests =
        client(io.grpc.reflection.v1alpha.ServerReflectionGrpc.ServerReflectionStub.class)
            .serverReflectionInfo(services);

    requests.onNext(
        io.grpc.reflection.v1alpha.ServerReflectionRequest.newBuilder()
            .setListServices("")
            .build());
    requests.onCompleted();

    assertThat(services.get()).contains("atf.v1.TaskService", "atf.v1.LambdaService");
  }

  private static <S> S client(Class<S> stub) {
    return GrpcClients.newClient("gproto+http://127.0.0.1:" + frontend.port(), stub);
  }

  /** Text of the first answer of a stream. */
  private static final class FirstAnswer<A> implements StreamObserver<A> {
    private final CompletableFuture<String> text = new CompletableFuture<>();

    String get() throws Exception {
      return text.get();
    }

    @Override
    public void onNext(A answer) {
      text.complete(String.valueOf(answer));
    }

    @Override
    public void onError(Throwable error) {
      text.completeExceptionally(error);
    }

    @Override
    public void onCompleted() {}
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /, 404, 5",
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
  void browserAtTheRootIsSentToTheConsole() throws Exception {
    var request = "GET / HTTP/1.1\r\nhost: 127.0.0.1:%d\r\naccept: text/html,*/*;q=0.8\r\n\r\n";

    assertThat(frontend.raw(request.formatted(frontend.port())).lines())
        .startsWith("HTTP/1.1 302 Found")
        .contains("location: /console/");
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
