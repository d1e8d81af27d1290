package dev.atf.worker.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.atf.executor.Outcome;
import dev.atf.executor.Outcome.FatalFailure;
import dev.atf.executor.Outcome.RetriableFailure;
import dev.atf.executor.core.call.ResultLimits;
import dev.atf.worker.builtin.HttpHandler.HttpResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the lambda {@code http} against the JDK's own server. */
final class HttpHandlerTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final ObjectMapper json = new ObjectMapper();
  private final HttpHandler handler =
      new HttpHandler(
          InstantSource.fixed(NOW), AllowedAddresses.of(List.of("127.0.0.0/8", "localhost")));
  private final HttpServer server = startServer();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch testOver = new CountDownLatch(1);
  private final Map<String, String> received = new ConcurrentHashMap<>();

  private static HttpServer startServer() {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @BeforeEach
  void serve() {
    server.setExecutor(threads);
    server.createContext("/echo", this::echo);
    server.createContext("/long", exchange -> answer(exchange, 200, "\0".repeat(1_000_000)));
    server.createContext("/hang", this::hangInTheBody);
    server.createContext("/status", this::status);
    server.start();
  }

  @AfterEach
  void stop() {
    testOver.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private void echo(HttpExchange exchange) throws IOException {
    received.put("method", exchange.getRequestMethod());
    received.put("key", exchange.getRequestHeaders().getFirst("Idempotency-Key"));
    received.put("attempt", exchange.getRequestHeaders().getFirst("Atf-Attempt"));
    received.put("colour", String.valueOf(exchange.getRequestHeaders().getFirst("Colour")));
    received.put("trace", exchange.getRequestHeaders().getFirst("Traceparent"));
    received.put("upgrade", String.valueOf(exchange.getRequestHeaders().getFirst("Upgrade")));
    exchange.getResponseHeaders().add("Kind", "echo");
    answer(
        exchange,
        201,
        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
  }

  private void hangInTheBody(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 10);
    exchange.getResponseBody().write('a');
    exchange.getResponseBody().flush();
    try {
      testOver.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Answers {@code /status/503/retry-after-value}. */
  private void status(HttpExchange exchange) throws IOException {
    var parts = exchange.getRequestURI().getPath().split("/", 4);
    if (parts.length > 3) {
      exchange.getResponseHeaders().add("Retry-After", parts[3]);
    }
    exchange.getResponseHeaders().add("Location", "/echo");
    answer(exchange, Integer.parseInt(parts[2]), "because");
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    try (var out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  private String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private Outcome call(String url, String more) throws Exception {
    return handler.handle(
        json.readTree("{\"url\":\"" + url + "\"" + more + "}"), new FakeContext());
  }

  private static HttpResult result(Outcome outcome) {
    return (HttpResult) Objects.requireNonNull(((Outcome.Success) outcome).result());
  }

  @Test
  void aCallCarriesItsIdentityAndItsAnswerIsTheResult() throws Exception {
    var result =
        result(
            call(
                url("/echo"),
                ",\"method\":\"POST\",\"headers\":{\"Colour\":\"blue\"},\"body\":{\"a\":1}"));

    assertThat(received)
        .containsEntry("method", "POST")
        .containsEntry("key", "task-1")
        .containsEntry("attempt", "2")
        .containsEntry("colour", "blue")
        .containsEntry("trace", FakeContext.TRACE)
        .containsEntry("upgrade", "null");
    assertThat(result.status()).isEqualTo(201);
    assertThat(result.body()).isEqualTo("{\"a\":1}");
    assertThat(result.headers()).containsEntry("kind", "echo");
    assertThat(result.truncated()).isFalse();
  }

  @Test
  void aPayloadMayNameATraceOfItsOwn() throws Exception {
    var own = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    var result = result(call(url("/echo"), ",\"headers\":{\"TraceParent\":\"" + own + "\"}"));

    assertThat(result.status()).isEqualTo(201);
    assertThat(received).containsEntry("trace", own);
  }

  @Test
  @Tag("T14")
  void anAddressThatIsNotAllowedIsNotCalled() throws Exception {
    var strict = new HttpHandler(InstantSource.fixed(NOW), AllowedAddresses.of(List.of("public")));
    for (var url : List.of(url("/echo"), "http://169.254.169.254/latest", "http://[::1]:1/")) {
      var payload = json.readTree("{\"url\":\"" + url + "\"}");

      assertThat(((FatalFailure) strict.handle(payload, new FakeContext())).code())
          .isEqualTo("HTTP_ADDRESS_REFUSED");
    }
    assertThat(received).isEmpty();
  }

  @Test
  void statusesOfTheMomentAreRetriableAndTheOthersFatal() throws Exception {
    for (int status : List.of(408, 425, 429, 500, 502, 503, 504, 599)) {
      var failure = (RetriableFailure) call(url("/status/" + status), "");
      assertThat(failure.code()).isEqualTo("HTTP_" + status);
      assertThat(failure.details()).isEqualTo("because");
      assertThat(failure.retryAfter()).isNull();
    }
    for (int status : List.of(301, 302, 307, 400, 401, 404, 409, 422)) {
      assertThat(((FatalFailure) call(url("/status/" + status), "")).code())
          .isEqualTo("HTTP_" + status);
    }
    assertThat(received).isEmpty();
  }

  @Test
  void retryAfterIsHonoured() throws Exception {
    var seconds = (RetriableFailure) call(url("/status/503/120"), "");
    var date = RetryAfterHeader.parse("Thu, 01 Jan 2026 00:01:30 GMT", NOW);

    assertThat(seconds.retryAfter()).isEqualTo(Duration.ofMinutes(2));
    assertThat(date).contains(Duration.ofSeconds(90));
    assertThat(RetryAfterHeader.parse("Wed, 31 Dec 2025 00:00:00 GMT", NOW))
        .contains(Duration.ZERO);
    assertThat(RetryAfterHeader.parse("9999999999", NOW)).contains(RetryAfterHeader.MAX);
    assertThat(RetryAfterHeader.parse("soon", NOW)).isEmpty();
  }

  @Test
  void aLongBodyIsCutAndStillFitsIntoAResult() throws Exception {
    var result = result(call(url("/long"), ""));

    assertThat(result.truncated()).isTrue();
    assertThat(json.writeValueAsBytes(result)).hasSizeLessThan(ResultLimits.RESULT_BYTES_MAX);
  }

  @Test
  void theTimeoutCoversTheBody() throws Exception {
    var failure = (RetriableFailure) call(url("/hang"), ",\"timeout\":\"500ms\"");

    assertThat(failure.code()).isEqualTo("HTTP_TIMED_OUT");
  }

  @Test
  void aServerThatIsNotThereIsRetriable() throws Exception {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }

    var failure = (RetriableFailure) call("http://127.0.0.1:" + port + "/", "");

    assertThat(failure.code()).isEqualTo("HTTP_UNREACHABLE");
  }

  @Test
  void wrongPayloadsAreFatalAndSayWhatWasExpected() throws Exception {
    var failure = (FatalFailure) call("ftp://host/file", ",\"headers\":{\"Host\":\"x\"}");

    assertThat(failure.code()).isEqualTo("PAYLOAD_UNREADABLE");
    assertThat(failure.message())
        .contains("url: \"ftp://host/file\" (expected: http://host/… or https://host/…)")
        .contains("headers.Host: ");
    for (var more :
        List.of(
            ",\"method\":\"GET IT\"",
            ",\"headers\":{\"a\":\"b\\r\\nc: d\"}",
            ",\"headers\":7",
            ",\"timeout\":\"0s\"",
            ",\"timeout\":\"PT9999999H\"",
            ",\"colour\":\"blue\"")) {
      assertThat(call(url("/echo"), more)).as(more).isInstanceOf(FatalFailure.class);
    }
    assertThat(received).isEmpty();
  }
}
