package dev.atf.runtime.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.linecorp.armeria.client.grpc.GrpcClients;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.testtime.TestTimeouts;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc.HealthBlockingStub;
import io.grpc.protobuf.services.HealthStatusManager;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests that are too large together. */
final class BodyLimitTest {
  private static final int BODY_BYTES = 100_000;

  private final CountDownLatch arrived = new CountDownLatch(1);
  private final CompletableFuture<HttpResponse> answer = new CompletableFuture<>();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final RpcServer server = start();

  @AfterEach
  void close() {
    answer.complete(HttpResponse.of(200));
    server.close();
  }

  @Test
  @Tag("T16")
  void requestsBeyondTheLimitAreRefusedUntilOthersAreAnswered() throws Exception {
    var first = http.sendAsync(post("/held"), BodyHandlers.ofString());
    arrived.await();

    var refused = http.send(post("/taken"), BodyHandlers.ofString());

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.body()).contains("OVERLOADED", "at most 300000 bytes", "try again later");
    answer.complete(HttpResponse.of(200));
    assertThat(first.join().statusCode()).isEqualTo(200);
    int status = 429;
    // The server notes the end of a call after its client does.
    while (status == 429) {
      status = http.send(post("/taken"), BodyHandlers.ofString()).statusCode();
    }
    assertThat(status).isEqualTo(200);
  }

  @Test
  @Tag("T16")
  void anUnfinishedRequestCountsAsFarAsItHasCome() throws Exception {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      var head = "POST /held HTTP/1.1\r\nhost: localhost\r\ncontent-length: %d\r\n\r\n";
      var out = socket.getOutputStream();
      out.write(head.formatted(BODY_BYTES + 1).getBytes(StandardCharsets.US_ASCII));
      out.write(new byte[BODY_BYTES]);

      await()
          .untilAsserted(
              () ->
                  assertThat(http.send(post("/taken"), BodyHandlers.discarding()).statusCode())
                      .isEqualTo(429));
    }
  }

  @Test
  @Tag("T16")
  void callersOfOtherAddressesHaveTheirShare() throws Exception {
    var first = http.sendAsync(post("/held"), BodyHandlers.ofString());
    arrived.await();

    assertThat(http.send(post("/taken"), BodyHandlers.discarding()).statusCode()).isEqualTo(429);
    try (var socket =
        new Socket(
            InetAddress.getLoopbackAddress(),
            server.port(),
            InetAddress.getByName("127.0.0.2"),
            0)) {
      var head =
          "POST /taken HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 127.0.0.1\r\ncontent-length: %d\r\n\r\n";
      var out = socket.getOutputStream();
      out.write(head.formatted(BODY_BYTES).getBytes(StandardCharsets.US_ASCII));
      out.write(new byte[BODY_BYTES]);
      var status = "HTTP/1.1 200".getBytes(StandardCharsets.US_ASCII);
      assertThat(socket.getInputStream().readNBytes(status.length)).isEqualTo(status);
    }
    answer.complete(HttpResponse.of(200));
    assertThat(first.join().statusCode()).isEqualTo(200);
  }

  @Test
  void tooLargeGrpcRequestsAreRefusedWithTheReason() {
    var health =
        GrpcClients.newClient("gproto+http://127.0.0.1:" + server.port(), HealthBlockingStub.class);
    var large = HealthCheckRequest.newBuilder().setService("x".repeat(2 * BODY_BYTES)).build();

    assertThatThrownBy(() -> health.check(large))
        .hasMessageStartingWith("RESOURCE_EXHAUSTED: the requests in progress");
  }

  @Test
  @Tag("T16")
  void aMessageOfManyFieldsCountsAsMoreThanItsBytes() {
    var health =
        GrpcClients.newClient("gproto+http://127.0.0.1:" + server.port(), HealthBlockingStub.class);
    var few = FieldLimitTest.withUnknown(1_000);
    var many = FieldLimitTest.withUnknown(40_000);

    assertThat(many.getSerializedSize()).isLessThan(BODY_BYTES);
    assertThat(health.check(few).getStatus()).isEqualTo(ServingStatus.SERVING);
    assertThatThrownBy(() -> health.check(many))
        .hasMessageStartingWith("RESOURCE_EXHAUSTED: the requests in progress");
  }

  private RpcServer start() {
    return RpcServer.start(
        "test",
        RpcServerConfig.onPort(0).withDrainTimeout(Duration.ZERO),
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
        () -> true,
        List.of(new HealthStatusManager().getHealthService()),
        grpc -> {},
        http ->
            http.service("/held", this::held)
                .service("/taken", BodyLimitTest::taken)
                .decorator(new BodyLimit(3 * BODY_BYTES, 2 * BODY_BYTES)));
  }

  private HttpResponse held(ServiceRequestContext context, HttpRequest request) {
    return HttpResponse.of(
        request
            .aggregate()
            .thenCompose(
                whole -> {
                  arrived.countDown();
                  return answer;
                }));
  }

  private static HttpResponse taken(ServiceRequestContext context, HttpRequest request) {
    return HttpResponse.of(request.aggregate().thenApply(whole -> HttpResponse.of(200)));
  }

  private java.net.http.HttpRequest post(String path) {
    return java.net.http.HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + server.port() + path))
        .timeout(TestTimeouts.STALL)
        .POST(BodyPublishers.ofByteArray(new byte[BODY_BYTES]))
        .build();
  }
}
