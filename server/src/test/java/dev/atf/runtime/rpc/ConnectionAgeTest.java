package dev.atf.runtime.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.UnprocessedRequestException;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.logging.RequestLogProperty;
import dev.atf.runtime.server.AuthConfig;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.runtime.server.TlsConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that old connections take no further call, and lose none of those under way. */
final class ConnectionAgeTest {
  private final CompletableFuture<HttpResponse> slow = new CompletableFuture<>();

  @ParameterizedTest
  @ValueSource(strings = {"h2c", "h1c"})
  void aCallerOfAnOldConnectionGetsANewOne(String protocol) {
    try (var server = start(Duration.ofMillis(1));
        var clients = ClientFactory.builder().build()) {
      var client = client(clients, protocol, server);
      var first = connection(client);

      awaitAnotherConnection(client, first);
    }
  }

  @Test
  void aCallUnderWayOnAnOldConnectionIsAnswered() {
    try (var server = start(Duration.ofMillis(1));
        var clients = ClientFactory.builder().build()) {
      var client = client(clients, "h2c", server);
      var first = connection(client);
      var inProgress = client.get("/slow").aggregate();

      awaitAnotherConnection(client, first);
      assertThat(inProgress).isNotDone();
      slow.complete(HttpResponse.of(HttpStatus.OK));
      assertThat(inProgress.join().status()).isEqualTo(HttpStatus.OK);
    }
  }

  @Test
  void anAgeOfZeroKeepsConnections() {
    try (var server = start(Duration.ZERO);
        var clients = ClientFactory.builder().build()) {
      var client = client(clients, "h2c", server);
      var first = connection(client);

      for (int i = 0; i < 20; i++) {
        assertThat(connection(client)).isEqualTo(first);
      }
    }
  }

  private static WebClient client(ClientFactory clients, String protocol, RpcServer server) {
    return WebClient.builder(protocol + "://127.0.0.1:" + server.port()).factory(clients).build();
  }

  /**
   * Waits until calls use another connection. A call that meets the end of its connection was not
   * processed: its caller repeats it.
   */
  private static void awaitAnotherConnection(WebClient client, String first) {
    await()
        .ignoreExceptionsMatching(e -> e.getCause() instanceof UnprocessedRequestException)
        .until(() -> !connection(client).equals(first));
  }

  /** Returns the name of the connection that a call came by. */
  private static String connection(WebClient client) {
    return client.get("/connection").aggregate().join().contentUtf8();
  }

  private RpcServer start(Duration ageMax) {
    var config =
        new RpcServerConfig(
            "127.0.0.1",
            0,
            List.of(),
            Duration.ZERO,
            1024,
            50,
            50,
            Duration.ofSeconds(15),
            Duration.ofSeconds(30),
            ageMax,
            TlsConfig.NONE,
            AuthConfig.NONE);
    return RpcServer.start(
        "test",
        config,
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
        () -> true,
        List.of(),
        grpc -> {},
        http ->
            http.service(
                    "/connection",
                    (context, request) ->
                        HttpResponse.of(
                            context
                                .log()
                                .ensureAvailable(RequestLogProperty.SESSION)
                                .channel()
                                .id()
                                .asLongText()))
                .service("/slow", (context, request) -> HttpResponse.of(slow)));
  }
}
