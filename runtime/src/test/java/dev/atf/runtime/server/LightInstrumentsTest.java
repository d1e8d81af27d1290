package dev.atf.runtime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.atf.runtime.ProcessName;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.ConfigLoader;
import dev.atf.runtime.tracing.TracingConfig;
import io.micrometer.core.instrument.Counter;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests health and metrics of a process without a server library. */
final class LightInstrumentsTest {
  private static final ProcessName NAME = new ProcessName("host", 7);

  private final Instruments instruments = Instruments.find();
  private final AtomicBoolean alive = new AtomicBoolean(true);

  record Settings(RpcServerConfig server) {}

  private static RpcServerConfig config(String... variables) {
    var environment = new HashMap<String, String>();
    for (int index = 0; index < variables.length; index += 2) {
      environment.put(variables[index], variables[index + 1]);
    }
    return new ConfigLoader(environment, List.of())
        .load(new Settings(RpcServerConfig.onPort(0)), Optional.empty())
        .server();
  }

  private RpcPort open(RpcServerConfig config) {
    return instruments.open("test", config, alive::get);
  }

  /** Sends a request with an explicit host name, as a browser does for a page of another site. */
  private static String request(RpcPort port, String line, String host) throws IOException {
    try (var socket = new Socket("127.0.0.1", port.port())) {
      socket
          .getOutputStream()
          .write(
              (line + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String get(RpcPort port, String path) throws IOException {
    return request(port, "GET " + path, "localhost:" + port.port());
  }

  @Test
  void healthTellsWhetherTheProcessDoesWhatItIsFor() throws Exception {
    try (var port = open(config())) {
      assertThat(get(port, "/health")).startsWith("HTTP/1.1 200").endsWith("{\"healthy\":true}");
      alive.set(false);
      assertThat(get(port, "/health")).startsWith("HTTP/1.1 503").endsWith("{\"healthy\":false}");
    }
  }

  @Test
  @Tag("T16")
  void halfRequestsDoNotStopTheOthers() throws Exception {
    var half = new ArrayList<Socket>();
    try (var port = open(config())) {
      for (int i = 0; i < 100; i++) {
        var socket = new Socket("127.0.0.1", port.port());
        half.add(socket);
        socket
            .getOutputStream()
            .write(
                "GET /health HTTP/1.1\r\nHost: localhost\r\nX: "
                    .getBytes(StandardCharsets.US_ASCII));
      }

      assertThat(assertTimeoutPreemptively(Duration.ofMinutes(1), () -> get(port, "/health")))
          .startsWith("HTTP/1.1 200");
    } finally {
      for (var socket : half) {
        socket.close();
      }
    }
  }

  @Test
  void metricsAreInTheFormatOfPrometheus() throws Exception {
    Counter.builder("atf.executor.claims.lost").register(instruments.metrics()).increment();
    try (var port = open(config())) {
      assertThat(get(port, "/metrics"))
          .startsWith("HTTP/1.1 200")
          .containsIgnoringCase("content-type: text/plain; version=0.0.4")
          .contains("atf_executor_claims_lost_total 1.0\n");
    }
  }

  @Test
  void otherPathsAndMethodsAreRefused() throws Exception {
    try (var port = open(config())) {
      assertThat(get(port, "/")).startsWith("HTTP/1.1 404");
      assertThat(get(port, "/healthy")).startsWith("HTTP/1.1 404");
      assertThat(request(port, "POST /metrics", "localhost")).startsWith("HTTP/1.1 405");
      assertThat(request(port, "HEAD /health", "localhost")).startsWith("HTTP/1.1 200");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "127.0.0.1.evil.example", "10.0.0.1", ""})
  void requestsForOtherNamesAreRefused(String host) throws Exception {
    try (var port = open(config())) {
      assertThat(request(port, "GET /metrics", host)).startsWith("HTTP/1.1 421");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST:80", "127.0.0.1:1", "[::1]:80", "atf.localhost"})
  void requestsForThisMachineAreAnswered(String host) throws Exception {
    try (var port = open(config())) {
      assertThat(request(port, "GET /metrics", host)).startsWith("HTTP/1.1 200");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Origin: http://example.com",
        "Origin: null",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site"
      })
  void requestsOfPagesAreRefused(String header) throws Exception {
    try (var port = open(config())) {
      assertThat(request(port, "GET /metrics", "localhost\r\n" + header))
          .startsWith("HTTP/1.1 403");
    }
  }

  @Test
  void namesOfTheSettingsAreAllowed() throws Exception {
    try (var port = open(config("ATF_SERVER_HOSTS_ALLOWED", "atf.example"))) {
      assertThat(request(port, "GET /health", "atf.example:443")).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void aPortThatIsTakenIsRefused() {
    try (var first = open(config())) {
      assertThatThrownBy(() -> open(config("ATF_SERVER_PORT", "" + first.port())))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("server.port: " + first.port());
    }
  }

  @Test
  void settingsThatItCannotKeepToAreRefused() {
    var tls =
        config("ATF_SERVER_TLS_CERTIFICATE_FILE", "c.pem", "ATF_SERVER_TLS_KEY_FILE", "k.pem");
    var auth =
        config(
            "ATF_SERVER_AUTH_MODE", "JWT",
            "ATF_SERVER_AUTH_ISSUER", "https://issuer.example",
            "ATF_SERVER_AUTH_AUDIENCE", "atf",
            "ATF_SERVER_AUTH_JWKS", "https://issuer.example/jwks");
    var traces = new TracingConfig("http://127.0.0.1:4318", 1, Duration.ofSeconds(5));

    for (var refused : Map.of("certificateFile: c.pem", tls, "auth.mode: JWT", auth).entrySet()) {
      assertThatThrownBy(() -> open(refused.getValue()))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(refused.getKey())
          .hasMessageContaining("dev.atf:atf-server");
    }
    assertThatThrownBy(() -> instruments.tracing("atf-test", traces, NAME))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("tracing.otlpEndpoint: http://127.0.0.1:4318")
        .hasMessageContaining("dev.atf:atf-server, opentelemetry-sdk");
    assertThat(instruments.tracing("atf-test", TracingConfig.OFF, NAME).isOn()).isFalse();
  }
}
