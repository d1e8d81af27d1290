package dev.atf.runtime.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.server.AuthConfig;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.runtime.server.TlsConfig;
import dev.atf.testtime.TestTimeouts;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.protobuf.services.HealthStatusManager;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class RpcServerTest {
  private static final RpcServerConfig ANY_PORT =
      RpcServerConfig.onPort(0).withDrainTimeout(Duration.ZERO).withRequestBytesMax(1024 * 1024);

  private final PrometheusMeterRegistry metrics =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final AtomicBoolean alive = new AtomicBoolean(true);

  @Test
  @Tag("F29")
  void healthTellsWhetherTheProcessDoesItsWork() throws Exception {
    try (var server = start(ANY_PORT)) {
      assertThat(get(server, "/health").statusCode()).isEqualTo(200);

      alive.set(false);
      assertThat(get(server, "/health").statusCode()).isEqualTo(503);

      alive.set(true);
      assertThat(get(server, "/health").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void metricsAreShownToPrometheus() throws Exception {
    metrics.counter("atf.test.count").increment(3);
    try (var server = start(ANY_PORT)) {
      assertThat(get(server, "/metrics").body()).contains("atf_test_count_total 3.0");
    }
  }

  @Test
  void aPortThatIsTakenIsSaidSo() {
    try (var first = start(ANY_PORT)) {
      var same =
          RpcServerConfig.onPort(first.port())
              .withDrainTimeout(Duration.ZERO)
              .withRequestBytesMax(1024);

      assertThatThrownBy(() -> start(same))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("test cannot listen on 127.0.0.1:" + first.port());
    }
  }

  @Test
  void callsAreAnsweredAndMeasured() throws Exception {
    var status = new HealthStatusManager();
    try (var server =
        RpcServer.start(
            "test",
            ANY_PORT,
            metrics,
            alive::get,
            List.of(status.getHealthService()),
            grpc -> {},
            http -> {})) {
      var client =
          GrpcClients.newClient(
              "gproto+http://127.0.0.1:" + server.port(), HealthGrpc.HealthBlockingStub.class);

      var answer = client.check(HealthCheckRequest.getDefaultInstance());

      assertThat(answer.getStatus()).isEqualTo(ServingStatus.SERVING);
      assertThat(get(server, "/docs/").statusCode()).isEqualTo(200);
      assertThat(get(server, "/metrics").body()).contains("atf_rpc_");
    }
  }

  @Test
  void afterClosingNobodyListens() {
    var server = start(ANY_PORT);
    int port = server.port();

    server.close();

    assertThatThrownBy(() -> get(port, "/health")).isInstanceOf(IOException.class);
  }

  @Test
  void closingEndsConnectionsWithoutACallAndAnswersTheCallUnderWay() throws Exception {
    var hour = Duration.ofHours(1);
    var answer = new CompletableFuture<com.linecorp.armeria.common.HttpResponse>();
    var called = new CountDownLatch(1);
    var server =
        RpcServer.start(
            "test",
            bounded(10, hour, Duration.ofMinutes(10), TestTimeouts.STALL),
            metrics,
            alive::get,
            List.of(),
            grpc -> {},
            http ->
                http.service(
                    "/held",
                    (context, request) -> {
                      called.countDown();
                      return com.linecorp.armeria.common.HttpResponse.of(answer);
                    }));
    try (var idle = new Socket("127.0.0.1", server.port())) {
      idle.setSoTimeout((int) TestTimeouts.STALL.toMillis());
      var held = CompletableFuture.supplyAsync(() -> answered(server, "/held"));
      called.await();

      var closing = CompletableFuture.runAsync(server::close);

      assertThat(idle.getInputStream().read()).isEqualTo(-1);
      assertThat(held).isNotDone();
      answer.complete(com.linecorp.armeria.common.HttpResponse.of(200));
      assertThat(held.join().statusCode()).isEqualTo(200);
      closing.join();
    }
  }

  @Test
  void settingsThatCannotBeRightDoNotBoot() {
    assertThatThrownBy(
            () ->
                RpcServerConfig.onPort(65_536)
                    .withDrainTimeout(Duration.ZERO)
                    .withRequestBytesMax(1024))
        .isInstanceOf(ConfigException.class);
    assertThatThrownBy(
            () ->
                RpcServerConfig.onPort(0)
                    .withDrainTimeout(Duration.ofMillis(-1))
                    .withRequestBytesMax(1024))
        .isInstanceOf(ConfigException.class);
    assertThatThrownBy(
            () ->
                RpcServerConfig.onPort(0).withDrainTimeout(Duration.ZERO).withRequestBytesMax(1023))
        .isInstanceOf(ConfigException.class);
  }

  @Test
  void boundsThatCannotBeRightDoNotBoot() {
    var second = Duration.ofSeconds(1);
    assertThatThrownBy(() -> bounded(0, second, second))
        .hasMessageStartingWith("connectionsMax: 0 (expected: ");
    assertThatThrownBy(() -> withHosts("https://atf.example.com"))
        .hasMessageStartingWith("hostsAllowed: [https://atf.example.com] (expected: ");
    assertThatThrownBy(() -> bounded(1, Duration.ZERO, second))
        .hasMessageStartingWith("idleTimeout: 0s (expected: ");
    assertThatThrownBy(() -> bounded(1, second, Duration.ofMinutes(11)))
        .hasMessageStartingWith("requestTimeout: 11m (expected: ");
  }

  private static RpcServerConfig withHosts(String... names) {
    var second = Duration.ofSeconds(1);
    return configured(List.of(names), 1, second, second, second);
  }

  private static RpcServerConfig bounded(int connections, Duration idle, Duration request) {
    return bounded(connections, idle, request, Duration.ofSeconds(1));
  }

  private static RpcServerConfig bounded(
      int connections, Duration idle, Duration request, Duration drain) {
    return configured(List.of(), connections, idle, request, drain);
  }

  private static RpcServerConfig configured(
      List<String> hosts, int connections, Duration idle, Duration request, Duration drain) {
    return new RpcServerConfig(
        "127.0.0.1",
        0,
        hosts,
        drain,
        1024,
        connections,
        1,
        idle,
        request,
        Duration.ZERO,
        TlsConfig.NONE,
        AuthConfig.NONE);
  }

  private RpcServer start(RpcServerConfig config) {
    return RpcServer.start("test", config, metrics, alive::get);
  }

  private static HttpResponse<String> answered(RpcServer server, String path) {
    try {
      return get(server, path);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static HttpResponse<String> get(RpcServer server, String path) throws Exception {
    return get(server.port(), path);
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
