package dev.atf.runtime.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.runtime.auth.PublicService;
import dev.atf.runtime.rpc.RpcServer;
import dev.atf.runtime.server.RpcServerConfig;
import io.grpc.protobuf.services.HealthStatusManager;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the rules on a real server, by every protocol and on every kind of path. */
@Tag("T21")
final class BrowserCheckTest {
  private static final String EVIL = "evil.example";
  private static final String CHECK = "/grpc.health.v1.Health/Check";
  private static final AtomicInteger CALLS = new AtomicInteger();

  private static RpcServer server;

  @BeforeAll
  static void start() {
    server =
        RpcServer.start(
            "test",
            RpcServerConfig.onPort(0)
                .withDrainTimeout(Duration.ZERO)
                .withRequestBytesMax(1024 * 1024),
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
            () -> true,
            List.of(new HealthStatusManager().getHealthService()),
            grpc -> {},
            http ->
                http.service(
                        "/change",
                        (context, request) -> {
                          CALLS.incrementAndGet();
                          return HttpResponse.of(HttpStatus.OK);
                        })
                    .service("/page", new Page()));
  }

  @AfterAll
  static void stop() {
    new Thread(server::close, "close-server").start();
  }

  private static final class Page implements HttpService, PublicService {
    @Override
    public HttpResponse serve(ServiceRequestContext context, HttpRequest request) {
      return HttpResponse.of("a page");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /change", "GET, /change", "OPTIONS, /change", "GET, /metrics", "GET, /docs/",
    "GET, /docs", "GET, /docs/specification.json", "GET, /page", "GET, /nowhere", "GET, /"
  })
  void refusesAnotherNameOfTheServerOnEveryPath(String method, String path) {
    int before = CALLS.get();
    for (var protocol : List.of("h1c", "h2c")) {
      var answer = send(protocol, HttpMethod.valueOf(method), path, Map.of(":authority", EVIL));

      assertThat(answer.status().code()).as(protocol).isEqualTo(421);
      assertThat(answer.contentUtf8()).contains("HOST_NOT_ALLOWED", EVIL);
    }
    assertThat(CALLS.get()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/grpc", "application/grpc-web+proto"})
  void refusesGrpcByAnotherNameOrOfAnotherSite(String type) {
    for (var headers :
        List.of(
            Map.of(":authority", EVIL, "content-type", type),
            Map.of("origin", "http://" + EVIL, "content-type", type),
            Map.of("sec-fetch-site", "same-site", "content-type", type))) {
      var answer = send("h2c", HttpMethod.POST, CHECK, headers, new byte[5]);

      assertThat(answer.headers().get("grpc-status")).isEqualTo("7");
      assertThat(answer.headers().get("grpc-message")).contains("expected: ");
    }
    var own = send("h2c", HttpMethod.POST, CHECK, Map.of("content-type", type), new byte[5]);
    assertThat(own.headers().get("grpc-status", "")).isNotEqualTo("7");
  }

  @ParameterizedTest
  @CsvSource({
    "origin, http://evil.example",
    "origin, null",
    "sec-fetch-site, cross-site",
    "sec-fetch-site, same-site",
    "sec-fetch-dest, iframe",
  })
  void refusesPagesOfOtherSites(String header, String value) {
    int before = CALLS.get();
    for (var path : List.of("/change", "/metrics", "/docs/", "/page", "/nowhere")) {
      var answer = send("h1c", HttpMethod.GET, path, Map.of(header, value));

      assertThat(answer.status()).as(path).isEqualTo(HttpStatus.FORBIDDEN);
      assertThat(answer.contentUtf8()).contains("ORIGIN_NOT_ALLOWED", value);
    }
    assertThat(CALLS.get()).isEqualTo(before);
  }

  @Test
  void answersPagesOfItsOwn() {
    var own = "http://127.0.0.1:" + server.port();
    var headers = Map.of("origin", own, "sec-fetch-site", "same-origin");

    assertThat(send("h1c", HttpMethod.POST, "/change", headers).status()).isEqualTo(HttpStatus.OK);
  }

  @ParameterizedTest
  @ValueSource(strings = {"h1c", "h2c"})
  void documentsReadTheirOwnDescriptionAndNothingElse(String protocol) {
    var answer = send(protocol, HttpMethod.GET, "/docs/", Map.of());

    assertThat(answer.headers().get("content-security-policy"))
        .contains("connect-src 127.0.0.1:" + server.port() + "/docs/;");
  }

  @ParameterizedTest
  @CsvSource({"/page, 200", "/docs/, 200", "/docs, 307", "/change, 403", "/metrics, 403"})
  void anotherSiteMayLinkToPagesAlone(String path, int status) {
    var link =
        Map.of(
            "sec-fetch-site", "cross-site",
            "sec-fetch-mode", "navigate",
            "sec-fetch-dest", "document");

    assertThat(send("h1c", HttpMethod.GET, path, link).status().code()).isEqualTo(status);
  }

  @Test
  void healthIsForProbesByAnyAddress() {
    var answer = send("h1c", HttpMethod.GET, "/health", Map.of(":authority", "10.0.0.7:8080"));

    assertThat(answer.status()).isEqualTo(HttpStatus.OK);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /change HTTP/1.0\r\n\r\n",
        "POST /change HTTP/1.1\r\nconnection: close\r\n\r\n",
        "POST /change HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n",
        "POST http://evil.example/change HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
        "POST http://localhost/change HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n",
        "POST /change HTTP/1.1\r\n"
            + "host: localhost\r\n"
            + "host: evil.example\r\n"
            + "connection: close\r\n\r\n"
      })
  void refusesHttp1WithoutANameOrWithTwo(String request) throws IOException {
    int before = CALLS.get();

    assertThat(exchanged(request.getBytes(StandardCharsets.ISO_8859_1), "\r\n"))
        .containsPattern("HTTP/1.[01] (421|400) ");

    assertThat(CALLS.get()).isEqualTo(before);
  }

  @Test
  void refusesHttp2WithAnotherNameInHostBesideTheAuthority() throws IOException {
    int before = CALLS.get();
    var request = new ByteArrayOutputStream();
    request.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    request.writeBytes(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0});
    var head = new ByteArrayOutputStream();
    literal(head, ":method", "POST");
    literal(head, ":scheme", "http");
    literal(head, ":path", "/change");
    literal(head, ":authority", "localhost");
    literal(head, "host", EVIL);
    // HEADERS of stream 1, with END_STREAM and END_HEADERS.
    request.writeBytes(new byte[] {0, 0, (byte) head.size(), 1, 5, 0, 0, 0, 1});
    request.writeBytes(head.toByteArray());

    assertThat(exchanged(request.toByteArray(), "HOST_NOT_ALLOWED")).contains("HOST_NOT_ALLOWED");

    assertThat(CALLS.get()).isEqualTo(before);
  }

  /** Writes a header field of HPACK without an index and without Huffman codes. */
  private static void literal(ByteArrayOutputStream to, String name, String value) {
    to.write(0);
    to.write(name.length());
    to.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
    to.write(value.length());
    to.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
  }

  /** Sends the bytes and reads until {@code end} has come, or the connection is closed. */
  private static String exchanged(byte[] request, String end) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout((int) Duration.ofMinutes(2).toMillis());
      socket.getOutputStream().write(request);
      var answer = new StringBuilder();
      int read = socket.getInputStream().read();
      while (read >= 0 && answer.indexOf(end) < 0) {
        answer.append((char) read);
        read = socket.getInputStream().read();
      }
      return answer.toString();
    }
  }

  private static AggregatedHttpResponse send(
      String protocol, HttpMethod method, String path, Map<String, String> headers) {
    return send(protocol, method, path, headers, new byte[0]);
  }

  private static AggregatedHttpResponse send(
      String protocol, HttpMethod method, String path, Map<String, String> headers, byte[] body) {
    var head = RequestHeaders.builder(method, path);
    headers.forEach(head::set);
    return WebClient.of(protocol + "://127.0.0.1:" + server.port())
        .execute(head.build(), body)
        .aggregate()
        .join();
  }
}
