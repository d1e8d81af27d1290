package dev.atf.runtime.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.linecorp.armeria.client.grpc.GrpcClients;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.testtime.TestTimeouts;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.health.v1.HealthGrpc.HealthBlockingStub;
import io.grpc.stub.StreamObserver;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Callers that do not read their answers. */
final class AnswerLimitTest {
  private static final int ANSWER_BYTES = 100_000;

  /** A caller without credentials has half, which is five answers. */
  private static final int BYTES_MAX = 11 * ANSWER_BYTES;

  private static final int SHARE = 5;
  private static final int CALLS = 40;

  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RESET = 3;
  private static final int SETTINGS = 4;
  private static final int WINDOW_UPDATE = 8;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  private static final int REFUSAL_BYTES_MAX = 1_000;

  private final AtomicInteger handled = new AtomicInteger();
  private final CountDownLatch waiting = new CountDownLatch(CALLS);
  private final CompletableFuture<HttpResponse> released = new CompletableFuture<>();
  private final RpcServer server = start();

  @AfterEach
  void close() {
    released.complete(large());
    server.close();
  }

  @Test
  @Tag("T16")
  void aCallerThatReadsNothingGetsNoFurtherAnswers() throws Exception {
    try (var socket = open()) {
      call(socket, "/large", 0, SHARE);
      await().atMost(TestTimeouts.STALL).until(() -> status("/large", LOOPBACK).endsWith("429"));
      int before = handled.get();

      call(socket, "/large", SHARE, CALLS);

      assertThat(endedStreams(socket, CALLS - SHARE)).hasSize(CALLS - SHARE);
      assertThat(handled).hasValue(before);
      assertThat(status("/large", InetAddress.getByName("127.0.0.2"))).isEqualTo("HTTP/1.1 200");
      assertThat(status("/health", LOOPBACK)).isEqualTo("HTTP/1.1 200");
    }

    await()
        .atMost(TestTimeouts.STALL)
        .until(() -> status("/large", LOOPBACK).equals("HTTP/1.1 200"));
  }

  @Test
  @Tag("T16")
  void answersOfCallsThatWereHandledTogetherAreLimited() throws Exception {
    try (var socket = open()) {
      call(socket, "/waiting", 0, CALLS);
      waiting.await();
      // Calls that wait for their answers count nothing.
      assertThat(status("/large", LOOPBACK)).isEqualTo("HTTP/1.1 200");

      released.complete(large());

      var refused = endedStreams(socket, CALLS - SHARE);
      assertThat(refused).hasSize(CALLS - SHARE);
      assertThat(refused.values()).allMatch(bytes -> bytes == 0);
    }
  }

  /** Refused calls end with their headers, as gRPC clients read it. */
  @Test
  @Tag("T16")
  void grpcCallsOfACallerThatReadsNothingAreRefused() throws Exception {
    try (var socket = open()) {
      var headers = headers((byte) 0x83, "/grpc.health.v1.Health/Check");
      var type = "application/grpc".getBytes(StandardCharsets.US_ASCII);
      // A literal whose name is the 31st of the static table.
      headers.writeBytes(new byte[] {15, 16, (byte) type.length});
      headers.writeBytes(type);
      var frames = new ByteArrayOutputStream();
      for (int i = 0; i < CALLS; i++) {
        frame(frames, HEADERS, END_HEADERS, 2 * i + 1, headers.toByteArray());
        frame(frames, DATA, END_STREAM, 2 * i + 1, new byte[5]);
      }

      socket.getOutputStream().write(frames.toByteArray());

      var refused = endedStreams(socket, CALLS - SHARE);
      assertThat(refused).hasSize(CALLS - SHARE);
      assertThat(refused.values()).allMatch(bytes -> bytes == 0);
      int before = handled.get();
      assertThatThrownBy(
              () ->
                  GrpcClients.newClient(
                          "gproto+http://127.0.0.1:" + server.port(), HealthBlockingStub.class)
                      .check(HealthCheckRequest.getDefaultInstance()))
          .hasMessageStartingWith("RESOURCE_EXHAUSTED: the answers that have not been read yet");
      assertThat(handled).hasValue(before);
    }
  }

  /** Health service with large answers. */
  private final class LargeHealth extends HealthGrpc.HealthImplBase {
    @Override
    public void check(HealthCheckRequest request, StreamObserver<HealthCheckResponse> reply) {
      handled.incrementAndGet();
      var large =
          UnknownFieldSet.Field.newBuilder()
              .addLengthDelimited(ByteString.copyFrom(new byte[ANSWER_BYTES]));
      reply.onNext(
          HealthCheckResponse.newBuilder()
              .setUnknownFields(UnknownFieldSet.newBuilder().addField(9, large.build()).build())
              .build());
      reply.onCompleted();
    }
  }

  private static HttpResponse large() {
    return HttpResponse.of(HttpStatus.OK, MediaType.OCTET_STREAM, new byte[ANSWER_BYTES]);
  }

  private RpcServer start() {
    return RpcServer.start(
        "test",
        RpcServerConfig.onPort(0).withDrainTimeout(Duration.ZERO),
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
        () -> true,
        List.of(new LargeHealth()),
        grpc -> {},
        http ->
            http.service("/large", this::handled)
                .service("/waiting", this::waiting)
                .decorator(new AnswerLimit(BYTES_MAX, ANSWER_BYTES)));
  }

  private HttpResponse handled(ServiceRequestContext context, HttpRequest request) {
    handled.incrementAndGet();
    return large();
  }

  private HttpResponse waiting(ServiceRequestContext context, HttpRequest request) {
    waiting.countDown();
    return HttpResponse.of(released.thenApply(first -> large()));
  }

  /** Opens an HTTP/2 connection whose streams take no data. */
  private Socket open() throws IOException {
    var socket = new Socket(LOOPBACK, server.port());
    socket.setSoTimeout((int) TestTimeouts.STALL.toMillis());
    var frames = new ByteArrayOutputStream();
    frames.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    // SETTINGS_INITIAL_WINDOW_SIZE
    frame(frames, SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0, 0});
    socket.getOutputStream().write(frames.toByteArray());
    return socket;
  }

  /** Makes the calls of these numbers. */
  private static void call(Socket socket, String path, int from, int to) throws IOException {
    var headers = headers((byte) 0x82, path);
    var frames = new ByteArrayOutputStream();
    for (int i = from; i < to; i++) {
      frame(frames, HEADERS, END_HEADERS | END_STREAM, 2 * i + 1, headers.toByteArray());
    }
    socket.getOutputStream().write(frames.toByteArray());
  }

  /** Returns headers with a method of the static table (RFC 7541). */
  private static ByteArrayOutputStream headers(byte method, String path) {
    var headers = new ByteArrayOutputStream();
    // http is of the static table, and the path and the host are texts.
    headers.writeBytes(new byte[] {method, (byte) 0x86, 4, (byte) path.length()});
    headers.writeBytes(path.getBytes(StandardCharsets.US_ASCII));
    headers.writeBytes(new byte[] {1, 9});
    headers.writeBytes("localhost".getBytes(StandardCharsets.US_ASCII));
    return headers;
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

  /**
   * Reads until so many streams have ended. A refusal has a body, so each stream whose headers have
   * come gets a window for one.
   *
   * @return bytes of the answers that have ended, beyond a window for a refusal
   */
  private static Map<Integer, Long> endedStreams(Socket socket, int count) throws IOException {
    var in = new DataInputStream(socket.getInputStream());
    var seen = new HashMap<Integer, Long>();
    var ended = new HashMap<Integer, Long>();
    while (ended.size() < count) {
      int lengthAndType = in.readInt();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      int length = lengthAndType >>> 8;
      int type = lengthAndType & 0xff;
      in.skipNBytes(length);
      if (type == HEADERS && stream != 0 && !seen.containsKey(stream)) {
        seen.put(stream, 0L);
        window(socket, stream);
      }
      if (type == DATA) {
        seen.merge(stream, (long) length, Long::sum);
      }
      boolean isLast = (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0;
      if (isLast || type == RESET) {
        ended.put(stream, Math.max(0, seen.getOrDefault(stream, 0L) - REFUSAL_BYTES_MAX));
      }
    }
    return ended;
  }

  private static void window(Socket socket, int stream) throws IOException {
    var frame = new ByteArrayOutputStream();
    frame(
        frame, WINDOW_UPDATE, 0, stream, ByteBuffer.allocate(4).putInt(REFUSAL_BYTES_MAX).array());
    socket.getOutputStream().write(frame.toByteArray());
  }

  /** Returns the status of a call from an address, over a connection of its own. */
  private String status(String path, InetAddress from) throws IOException {
    try (var socket = new Socket(LOOPBACK, server.port(), from, 0)) {
      socket.setSoTimeout((int) TestTimeouts.STALL.toMillis());
      socket
          .getOutputStream()
          .write(
              "GET %s HTTP/1.1\r\nhost: localhost\r\n\r\n"
                  .formatted(path)
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(
          socket.getInputStream().readNBytes("HTTP/1.1 200".length()), StandardCharsets.US_ASCII);
    }
  }
}
