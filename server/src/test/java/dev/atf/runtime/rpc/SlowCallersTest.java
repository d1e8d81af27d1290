package dev.atf.runtime.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import dev.atf.runtime.server.AuthConfig;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.runtime.server.TlsConfig;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.StreamObserver;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that callers who open connections and send little, nothing or endless requests do not
 * affect others.
 */
final class SlowCallersTest {
  private static final String HALF_A_REQUEST = "POST /health HTTP/1.1\r\nhost: localhost\r\nx: ";

  private final PrometheusMeterRegistry metrics =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final AtomicInteger slowCalls = new AtomicInteger();
  private final List<Socket> sockets = new ArrayList<>();
  private final List<RpcServer> servers = new ArrayList<>();

  /** Closes the server without waiting: calls that are never answered keep it open for seconds. */
  @AfterEach
  void close() throws IOException {
    for (var socket : sockets) {
      socket.close();
    }
    for (var server : servers) {
      new Thread(server::close, "close-server").start();
    }
  }

  @Test
  void aConnectionThatOnlyTricklesIsClosed() throws Exception {
    var server = start(50, Duration.ofMillis(500), Duration.ofSeconds(30));
    var silent = open(server, "");
    var half = open(server, HALF_A_REQUEST);
    var http2 = open(server, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

    for (var socket : List.of(silent, half, http2)) {
      await().until(() -> isClosed(socket, socket == silent ? "" : "a"));
    }
  }

  /** Tests against CVE-2023-44487: calls that end at once count in no bound on open calls. */
  @Test
  @Tag("T16")
  void aConnectionThatResetsCallAfterCallIsClosed() throws Exception {
    var server = start(50, Duration.ofMinutes(10), Duration.ofMinutes(10));
    var socket = open(server, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    var frames = new ByteArrayOutputStream();
    frame(frames, 4, 0, 0, new byte[0]);
    var headers = new ByteArrayOutputStream();
    // GET and http of the static table, then the path and the host as texts (RFC 7541).
    headers.writeBytes(new byte[] {(byte) 0x82, (byte) 0x86, 4, 5});
    headers.writeBytes("/slow".getBytes(StandardCharsets.US_ASCII));
    headers.writeBytes(new byte[] {1, 9});
    headers.writeBytes("localhost".getBytes(StandardCharsets.US_ASCII));
    for (int stream = 1; stream < 4_000; stream += 2) {
      frame(frames, 1, 5, stream, headers.toByteArray());
      frame(frames, 3, 0, stream, new byte[] {0, 0, 0, 8});
    }

    try {
      socket.getOutputStream().write(frames.toByteArray());
    } catch (IOException e) {
      // Closed while it was written to.
    }

    await().until(() -> isClosed(socket, ""));
  }

  private static void frame(
      ByteArrayOutputStream to, int type, int flags, int stream, byte[] content) {
    to.writeBytes(
        ByteBuffer.allocate(9)
            .putInt(content.length << 8 | type)
            .put((byte) flags)
            .putInt(stream)
            .array());
    to.writeBytes(content);
  }

  @Test
  void aCallIsNotIdleHoweverLongItTakes() throws Exception {
    var server = start(50, Duration.ofMillis(200), Duration.ofSeconds(30));
    assertThat(
            get(
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(),
                server,
                "/slow"))
        .isEqualTo(200);
  }

  @Test
  @Tag("B28")
  void aBodyThatOnlyTricklesIsNotWaitedForLongerThanACallMayTake() throws Exception {
    var server = start(50, Duration.ofSeconds(30), Duration.ofMillis(500));
    var grpc = open(server, head("/grpc.health.v1.Health/Check", "content-type: application/grpc"));
    var http = open(server, head("/read", "content-type: text/plain"));

    for (var socket : List.of(grpc, http)) {
      await().until(() -> isAnswered(socket, "a"));
    }
  }

  @Test
  @Tag("B28")
  @Tag("T16")
  void connectionsBeyondTheMaximumAreClosedAndTheOthersAreServed() throws Exception {
    var server = start(20, Duration.ofMillis(1_500), Duration.ofSeconds(30));
    var early = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    assertThat(get(early, server, "/health")).isEqualTo(200);

    for (int i = 0; i < 100; i++) {
      open(server, HALF_A_REQUEST);
    }

    await().until(() -> sockets.stream().filter(socket -> isClosed(socket, "")).count() >= 80);
    assertThat(get(early, server, "/health")).isEqualTo(200);
    var connections = metrics.get("atf.rpc.connections").gauge();
    await().until(() -> connections.value() <= 20);
    var late = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    assertThat(get(late, server, "/health")).isEqualTo(200);
  }

  @Test
  @Tag("T16")
  void silentConnectionsMakeRoomOldestFirst() throws Exception {
    var server = start(20, 5, Duration.ofMinutes(5), Duration.ofMinutes(5));
    var elsewhere = open(server, InetAddress.getByName("127.0.0.2"), "");
    var early = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    assertThat(get(early, server, "/health")).isEqualTo(200);

    // Of five places of this address one is used by a caller; the newest four have the others.
    var silent = new ArrayList<Socket>();
    for (int i = 0; i < 12; i++) {
      silent.add(open(server, i % 2 == 0 ? "" : HALF_A_REQUEST));
      int closed = Math.max(0, i - 3);
      await()
          .pollInterval(Duration.ofMillis(10))
          .until(() -> silent.stream().filter(socket -> isClosed(socket, "")).count() == closed);
    }

    assertThat(silent.subList(0, 8)).allMatch(socket -> isClosed(socket, ""));
    assertThat(isClosed(elsewhere, "")).as("of another address").isFalse();
    assertThat(get(early, server, "/health")).isEqualTo(200);
    var late = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    assertThat(get(late, server, "/health")).isEqualTo(200);
    await("the oldest made room").until(() -> isClosed(silent.get(8), ""));
  }

  @Test
  void aRequestWhoseBodyDoesNotComeIsSilentAndOneUnderWayIsNot() throws Exception {
    var server = start(20, 2, Duration.ofMinutes(5), Duration.ofMinutes(5));
    var half = open(server, head("/read", "content-type: text/plain"));
    var caller = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    var slow =
        caller.sendAsync(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/slow"))
                .build(),
            BodyHandlers.discarding());
    await().until(() -> slowCalls.get() == 1);

    open(server, "");

    await().until(() -> isClosed(half, ""));
    assertThat(slow.get().statusCode()).isEqualTo(200);
  }

  @Test
  void aCallerCannotLengthenTheTimeOfACallButShortenIt() throws Exception {
    var server = start(50, Duration.ofSeconds(15), Duration.ofMillis(300));
    for (var timeout : List.of("", "99999999H", "0n", "301m", "1m", "nonsense")) {
      assertThat(checked(server, timeout)).describedAs(timeout).contains("4");
    }
    var other = start(50, Duration.ofSeconds(15), Duration.ofMinutes(10));
    assertThat(checked(other, "50m")).contains("4");
  }

  /**
   * The call is taken by a decorator that keeps it from its service, and not by the gRPC service.
   */
  @Test
  void answersOverdueCallsLikeOthers() throws Exception {
    var server = start(50, Duration.ofSeconds(15), Duration.ofMillis(300));

    assertThat(called(server, "/slow", "1m")).contains("4");
    for (int i = 0; i < 100; i++) {
      assertThat(checked(server, "100u")).contains("4");
    }
  }

  /** Returns the status of a gRPC call that is never answered. */
  private static Optional<String> checked(RpcServer server, String timeout) {
    return called(server, "/grpc.health.v1.Health/Check", timeout);
  }

  private static Optional<String> called(RpcServer server, String path, String timeout) {
    var head =
        RequestHeaders.builder(HttpMethod.POST, path).add("content-type", "application/grpc");
    if (!timeout.isEmpty()) {
      head.add("grpc-timeout", timeout);
    }
    var answer =
        WebClient.builder("h2c://127.0.0.1:" + server.port())
            .responseTimeout(Duration.ofSeconds(60))
            .build()
            .execute(head.build(), new byte[5])
            .aggregate()
            .join();
    return Optional.ofNullable(answer.headers().get("grpc-status"));
  }

  @ParameterizedTest
  @CsvSource({"1H, PT1H", "20M, PT20M", "7S, PT7S", "5m, PT0.005S", "99999999n, PT0.099999999S"})
  void aDeadlineIsReadAsGrpcWritesIt(String header, String duration) {
    assertThat(CallerDeadlines.read(header)).contains(Duration.parse(duration));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "S", "-1S", "123456789S", "1.5S", "1 S", "\u0661S"})
  void ignoresMalformedDeadlines(String header) {
    assertThat(CallerDeadlines.read(header)).isEmpty();
  }

  private RpcServer start(int connectionsMax, Duration idleTimeout, Duration requestTimeout) {
    return start(connectionsMax, connectionsMax, idleTimeout, requestTimeout);
  }

  private RpcServer start(
      int connectionsMax, int perAddressMax, Duration idleTimeout, Duration requestTimeout) {
    var config =
        new RpcServerConfig(
            "127.0.0.1",
            0,
            List.of(),
            Duration.ZERO,
            1024 * 1024,
            connectionsMax,
            perAddressMax,
            idleTimeout,
            requestTimeout,
            Duration.ZERO,
            TlsConfig.NONE,
            AuthConfig.NONE);
    var server =
        RpcServer.start(
            "test",
            config,
            metrics,
            () -> true,
            List.of(new SilentHealth()),
            grpc ->
                grpc.exceptionHandler(new TransportRefusals(io.grpc.Status::asRuntimeException)),
            http ->
                http.service(
                        "/slow",
                        (context, request) -> {
                          slowCalls.incrementAndGet();
                          return HttpResponse.delayed(
                              HttpResponse.of(HttpStatus.OK), Duration.ofMillis(800));
                        })
                    .service(
                        "/read",
                        (context, request) ->
                            HttpResponse.of(
                                request
                                    .aggregate()
                                    .thenApply(w -> HttpResponse.of(HttpStatus.OK)))));
    servers.add(server);
    return server;
  }

  /** Returns the head of a request whose body is announced and does not come. */
  private static String head(String path, String header) {
    return "POST %s HTTP/1.1\r\nhost: localhost\r\n%s\r\ncontent-length: 100000\r\n\r\n"
        .formatted(path, header);
  }

  /** Health service that never answers. */
  private static final class SilentHealth extends HealthGrpc.HealthImplBase {
    @Override
    public void check(HealthCheckRequest request, StreamObserver<HealthCheckResponse> reply) {}
  }

  private Socket open(RpcServer server, String bytes) throws IOException {
    return open(server, InetAddress.getLoopbackAddress(), bytes);
  }

  private Socket open(RpcServer server, InetAddress from, String bytes) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), server.port(), from, 0);
    sockets.add(socket);
    socket.setSoTimeout(20);
    try {
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      // Closed already.
    }
    return socket;
  }

  /** Sends a little more and returns whether the connection is closed. */
  private static boolean isClosed(Socket socket, String more) {
    try {
      socket.getOutputStream().write(more.getBytes(StandardCharsets.ISO_8859_1));
      int read;
      do {
        read = socket.getInputStream().read(new byte[1024]);
      } while (read > 0);
      return read < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private static boolean isAnswered(Socket socket, String more) {
    try {
      socket.getOutputStream().write(more.getBytes(StandardCharsets.ISO_8859_1));
      socket.getInputStream().read(new byte[1024]);
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private static int get(HttpClient client, RpcServer server, String path)
      throws IOException, InterruptedException {
    return client
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path)).build(),
            BodyHandlers.discarding())
        .statusCode();
  }
}
