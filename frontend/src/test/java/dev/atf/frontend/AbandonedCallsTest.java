package dev.atf.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.TaskServiceGrpc;
import dev.atf.store.testing.StoreWrite;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls that callers abandon are counted as cancelled, whenever and however they are abandoned. */
final class AbandonedCallsTest {
  private static final Pattern COUNTED =
      Pattern.compile(
          "atf_rpc_requests_total\\{(?=[^}]*method=\"Schedule\")[^}]*grpc_status=\"(\\d+)\"[^}]*}"
              + " ([0-9.E]+)");
  private static final Pattern CONNECTIONS =
      Pattern.compile("(?m)^atf_rpc_connections(?:\\{[^}]*})? ([0-9.E]+)");
  private static final String CANCELLED = "1";

  /** Shows that the server has read the request's headers. */
  private static final String CONTINUE = "HTTP/1.1 100 Continue";

  private static final ScheduleRequest REQUEST =
      ScheduleRequest.newBuilder().setLambda("resize").build();

  private enum Protocol {
    JSON(
        "/v1/lambdas/resize/tasks",
        "application/json",
        "{\"json\":1}".getBytes(StandardCharsets.UTF_8)),
    GRPC("/atf.v1.TaskService/Schedule", "application/grpc", framed(REQUEST.toByteArray()));

    private final String path;
    private final String type;
    private final byte[] body;

    Protocol(String path, String type, byte[] body) {
      this.path = path;
      this.type = type;
      this.body = body;
    }

    private static byte[] framed(byte[] message) {
      var framed = new byte[5 + message.length];
      framed[4] = (byte) message.length;
      System.arraycopy(message, 0, framed, 5, message.length);
      return framed;
    }

    void send(Socket socket, int bytes) throws IOException {
      var head =
          "POST %s HTTP/1.1\r\nhost: localhost\r\ncontent-type: %s\r\ncontent-length: %d\r\nexpect: 100-continue\r\n\r\n"
              .formatted(path, type, body.length);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(body, 0, bytes);
    }
  }

  private final TestFrontend frontend = new TestFrontend();

  @BeforeEach
  void holdTheStore() {
    frontend.registered("resize");
    frontend.line.hold(StoreWrite.any());
  }

  @AfterEach
  void stop() {
    frontend.line.letGo();
    frontend.close();
  }

  @ParameterizedTest
  @CsvSource({"JSON, false", "JSON, true", "GRPC, false", "GRPC, true"})
  void whileTheStoreWorksForIt(Protocol protocol, boolean reset) throws Exception {
    var others = connections();
    try (var socket = connected()) {
      protocol.send(socket, protocol.body.length);
      await().until(frontend.line::isHolding);
      hangUp(socket, reset);
    }
    await().until(() -> connections() == others);

    frontend.line.letGo();
    frontendCountsOneCancelled();
  }

  @ParameterizedTest
  @CsvSource({
    "JSON, false, 0", "JSON, true, 0", "GRPC, false, 0", "GRPC, true, 0",
    "JSON, false, 7", "JSON, true, 7", "GRPC, false, 7", "GRPC, true, 7"
  })
  void beforeItsBodyIsWhole(Protocol protocol, boolean reset, int bytes) throws Exception {
    try (var socket = connected()) {
      protocol.send(socket, bytes);
      assertThat(socket.getInputStream().readNBytes(CONTINUE.length()))
          .asString(StandardCharsets.US_ASCII)
          .isEqualTo(CONTINUE);
      hangUp(socket, reset);
    }

    frontend.line.letGo();
    assertThat(frontend.post("/v1/lambdas/resize/tasks", "{}").status()).isEqualTo(200);
    await().untilAsserted(() -> assertThat(counted()).containsEntry("0", 1.0));
    assertThat(counted().keySet()).as("no failure").isSubsetOf("0", CANCELLED);
  }

  @Test
  void byACancelledGrpcCall() {
    var call = TaskServiceGrpc.newFutureStub(frontend.tasks().getChannel()).schedule(REQUEST);
    await().until(frontend.line::isHolding);
    call.cancel(true);

    frontendCountsOneCancelled();
  }

  @Test
  void byADeadlineOfTheCaller() {
    var impatient = frontend.tasks().withDeadlineAfter(300, TimeUnit.MILLISECONDS);

    assertThatThrownBy(() -> impatient.schedule(REQUEST))
        .isInstanceOf(StatusRuntimeException.class);

    frontendCountsOneCancelled();
  }

  private Socket connected() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), frontend.port());
  }

  private static void hangUp(Socket socket, boolean reset) throws IOException {
    if (reset) {
      socket.setSoLinger(true, 0);
    }
    socket.close();
  }

  private void frontendCountsOneCancelled() {
    await()
        .atMost(java.time.Duration.ofSeconds(15))
        .untilAsserted(() -> assertThat(counted()).isEqualTo(Map.of(CANCELLED, 1.0)));
  }

  /** Returns the number of the frontend's open connections, including that of this request. */
  private double connections() {
    var line = CONNECTIONS.matcher(frontend.get("/metrics").body());
    assertThat(line.find()).isTrue();
    return Double.parseDouble(line.group(1));
  }

  /** Returns the number of calls of Schedule by their gRPC status. */
  private Map<String, Double> counted() {
    var counted = new TreeMap<String, Double>();
    COUNTED
        .matcher(frontend.get("/metrics").body())
        .results()
        .forEach(line -> counted.merge(line.group(1), Double.valueOf(line.group(2)), Double::sum));
    return counted;
  }
}
