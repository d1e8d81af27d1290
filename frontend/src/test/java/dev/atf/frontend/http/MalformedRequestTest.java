package dev.atf.frontend.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.protobuf.Value;
import com.google.rpc.Status;
import dev.atf.frontend.Reply;
import dev.atf.frontend.TestFrontend;
import dev.atf.frontend.Transport;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.validation.JsonBody;
import io.grpc.Status.Code;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that are not a request are refused in the form of every error, and the server survives. */
final class MalformedRequestTest {
  private static final String TASKS = "/v1/lambdas/resize/tasks";
  private static final Map<String, String> JSON = Map.of("content-type", "application/json");
  private static final int LIMIT = 1024 * 1024;
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

  @AfterEach
  void theServerLives() {
    assertThat(frontend.post(TASKS, "{}").status()).isEqualTo(200);
    assertThat(Transport.GRPC.call(frontend, request()).code()).isEqualTo(Code.OK);
  }

  private static Stream<Arguments> brokenMessages() throws IOException {
    var whole = request().toByteArray();
    var bomb = data(64 * LIMIT).toByteArray();
    return Stream.of(
        arguments("invalid UTF-8", frame(0, new byte[] {10, 2, (byte) 0xc3, 40}), "", UNREADABLE),
        arguments("lone surrogate", frame(0, surrogate()), "", UNREADABLE),
        arguments("truncated frame", new byte[] {0, 0, 0, 1, 0, 10}, "", UNREADABLE),
        arguments("half a prefix", new byte[] {0, 0, 0}, "", UNREADABLE),
        arguments("nothing", new byte[0], "", UNREADABLE),
        arguments("message cut short", frame(0, new byte[] {10, 100, 'a'}), "", UNREADABLE),
        arguments("nested 200 deep", frame(0, nestedJson(200)), "", UNREADABLE),
        arguments("unknown flag", frame(7, whole), "", UNREADABLE),
        arguments("compressed, not said how", frame(1, gzip(whole)), "", UNREADABLE),
        arguments("unknown compression", frame(1, gzip(whole)), "zip7", COMPRESSED),
        arguments("no gzip", frame(1, whole), "gzip", COMPRESSED),
        arguments("gzip", frame(1, gzip(whole)), "gzip", COMPRESSED),
        arguments("gzip of nothing", frame(0, whole), "gzip", COMPRESSED),
        arguments("zip bomb", frame(1, gzip(bomb)), "gzip", COMPRESSED),
        arguments("many fields", frame(0, emptyMessages(LIMIT - 64)), "", TOO_LARGE),
        arguments("declared 2 GB", new byte[] {0, 127, -1, -1, -1, 1}, "", TOO_LARGE),
        arguments("declared -1", new byte[] {0, -1, -1, -1, -1, 1}, "", TOO_LARGE),
        arguments("over the limit", frame(0, data(2 * LIMIT).toByteArray()), "", TOO_LARGE));
  }

  /** Returns as many messages as fit into so many bytes, in the place of the {@code json}. */
  private static byte[] emptyMessages(int bytes) {
    return ScheduleRequest.newBuilder()
        .setJson(
            Value.newBuilder()
                .setListValue(
                    ListValue.newBuilder()
                        .addAllValues(Collections.nCopies(bytes / 2, Value.getDefaultInstance()))))
        .build()
        .toByteArray();
  }

  private static final String COMPRESSED = "CALL_UNKNOWN";
  private static final String UNREADABLE = "REQUEST_UNREADABLE";
  private static final String TOO_LARGE = "REQUEST_TOO_LARGE";

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenMessages")
  @Tag("B2")
  void aBrokenMessageIsRefusedOverGrpc(String name, byte[] body, String encoding, String reason)
      throws Exception {
    var headers =
        encoding.isEmpty()
            ? Map.of("content-type", "application/grpc", "te", "trailers")
            : Map.of(
                "content-type", "application/grpc", "te", "trailers", "grpc-encoding", encoding);
    long before = frontend.line.writes();

    var answer = frontend.exchange("/atf.v1.TaskService/Schedule", body, headers);

    var encoded = answer.headers().firstValue("grpc-status-details-bin").orElseThrow();
    var reply = Reply.of(Status.parseFrom(Base64.getDecoder().decode(encoded)));
    assertThat(reply.reason()).isEqualTo(reason);
    assertThat(reply.code())
        .isEqualTo(
            switch (reason) {
              case TOO_LARGE -> Code.RESOURCE_EXHAUSTED;
              case COMPRESSED -> Code.UNIMPLEMENTED;
              default -> Code.INVALID_ARGUMENT;
            });
    assertThat(reply.message()).doesNotContain("armeria", "Exception", "dev.atf");
    assertThat(frontend.line.writes()).isEqualTo(before);
  }

  @Test
  @Tag("T16")
  void aBodyOfTooManyValuesIsRefusedOverHttp() {
    var answer = frontend.post(TASKS, "{\"json\":[" + "1,".repeat(JsonBody.VALUES_MAX) + "1]}");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.reason()).isEqualTo(UNREADABLE);
    assertThat(answer.json().get("message").asText()).contains("it has more than 500000 values");
  }

  private static Stream<Arguments> brokenBodies() throws IOException {
    var deep = "[".repeat(10_000) + "]".repeat(10_000);
    return Stream.of(
        arguments("{\"json\":1", "it ends too early at line 1, column 10"),
        arguments("{\n\"json\": }", "it is not JSON at line 2, column 9"),
        arguments("{\"json\":1e999}", "a number is too large at line 1, column 9"),
        arguments("{\"json\":" + deep + "}", "it is nested too deeply at line 1"),
        arguments("\ufeff{}", "it begins with a byte order mark"),
        arguments("\0", "it is not JSON in UTF-8 at line 1, column 1"));
  }

  private static String nested(String open, String inner, String close, int depth) {
    return open.repeat(depth) + inner + close.repeat(depth);
  }

  /**
   * The limit of a payload is lower than that of a body. A value that is too deep for a body has no
   * field names.
   */
  @ParameterizedTest
  @ValueSource(ints = {31, 99})
  void aPayloadThatIsDeeperThanItMayBeIsNamed(int depth) {
    for (var json : List.of(nested("[", "1", "]", depth), nested("{\"a\":", "1", "}", depth))) {
      var answer = frontend.post(TASKS, "{\"json\":" + json + "}");

      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.json().get("message").asText())
          .contains("json: nested too deeply (expected: at most 30 levels)");
    }
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("brokenBodies")
  @Tag("B15")
  void aBrokenBodyIsRefusedOverHttpAndSaysWhere(String body, String complaint) {
    long before = frontend.line.writes();

    var answer = frontend.post(TASKS, body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.reason()).isEqualTo(UNREADABLE);
    assertThat(answer.json().get("message").asText())
        .startsWith("the body cannot be read: " + complaint);
    assertThat(frontend.line.writes()).isEqualTo(before);
  }

  @Test
  void bytesThatAreNoUtf8AreRefusedOverHttp() {
    for (var bad : new int[][] {{0xc3, 40}, {0xff}, {0xed, 0xa0, 0x80}, {0xc0, 0x80}}) {
      var body = new ByteArrayOutputStream();
      body.writeBytes("{\"json\":\"".getBytes(StandardCharsets.UTF_8));
      for (int b : bad) {
        body.write(b);
      }
      body.writeBytes("\"}".getBytes(StandardCharsets.UTF_8));

      var answer = frontend.send("POST", TASKS, body.toByteArray(), JSON);

      assertThat(answer.status()).describedAs(answer.body()).isEqualTo(400);
      assertThat(answer.reason()).isEqualTo(UNREADABLE);
      assertThat(answer.json().get("message").asText())
          .isEqualTo("the body cannot be read: it is not UTF-8 at line 1, column 10");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {LIMIT + 1, 2 * LIMIT, 3 * LIMIT})
  @Tag("B2")
  void aBodyOverTheLimitIs413OverHttpAndTellsTheLimit(int bytes) {
    long before = frontend.line.writes();

    var answer = frontend.post(TASKS, "{\"json\":\"" + "x".repeat(bytes) + "\"}");

    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.reason()).isEqualTo(TOO_LARGE);
    assertThat(answer.json().get("code").asInt()).isEqualTo(Code.RESOURCE_EXHAUSTED.value());
    assertThat(answer.json().get("message").asText()).contains("at most " + LIMIT + " bytes");
    assertThat(frontend.line.writes()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "br", "deflate", "gzip, gzip"})
  @Tag("B15")
  void aCompressedBodyIsNotInflatedOverHttp(String encoding) throws Exception {
    var bomb = gzip(new byte[32 * LIMIT]);
    var headers = Map.of("content-type", "application/json", "content-encoding", encoding);

    var answer = frontend.send("POST", TASKS, bomb, headers);

    assertThat(answer.status()).isEqualTo(415);
    assertThat(answer.reason()).isEqualTo(UNREADABLE);
    assertThat(answer.json().get("message").asText()).contains("content-encoding");
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE, /v1/tasks/resize, 405, CALL_UNKNOWN",
    "PATCH, /v1/lambdas/resize/tasks, 405, CALL_UNKNOWN",
    "PUT, /v1/tasks/00000000000000000000000000000000:cancel, 405, CALL_UNKNOWN",
    "GET, /v1/lambdas/resize/tasks:batch, 405, CALL_UNKNOWN",
    "GET, /nowhere, 404, PATH_UNKNOWN",
    "GET, /v1/lambdas/resize/nowhere, 404, PATH_UNKNOWN",
    "POST, /v1/tasks/x:explode, 405, CALL_UNKNOWN",
    "GET, /v1/tasks/00000000000000000000000000000000;x=y, 400, REQUEST_UNREADABLE",
    "GET, /v1/%2e%2e/etc/passwd, 400, REQUEST_UNREADABLE",
    "GET, /docs/%2e%2e/%2e%2e/etc/passwd, 400, REQUEST_UNREADABLE",
    "GET, /v1/tasks/a%00, 400, REQUEST_UNREADABLE",
    "GET, /atf.v1.TaskService/Schedule, 405, CALL_UNKNOWN",
    "POST, /atf.v1.TaskService/Schedule, 415, CALL_UNKNOWN",
  })
  void unknownPathsAndMethodsGetStandardErrors(
      String method, String path, int status, String reason) {
    var body = method.equals("GET") ? "" : "{}";

    var answer = frontend.send(method, path, body.getBytes(StandardCharsets.UTF_8), JSON);

    assertThat(answer.status()).describedAs(answer.body()).isEqualTo(status);
    assertThat(answer.contentType()).startsWith("application/json");
    assertThat(answer.reason()).isEqualTo(reason);
    assertThat(answer.json().get("message").asText()).isNotBlank();
  }

  @Test
  void anUnknownMethodIsUnimplementedOverGrpc() throws Exception {
    for (var path : new String[] {"/atf.v1.TaskService/Nope", "/atf.v1.Nope/Nope"}) {
      var answer =
          frontend.exchange(
              path, frame(0, new byte[0]), Map.of("content-type", "application/grpc"));

      assertThat(answer.headers().firstValue("grpc-status")).contains("12");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NONSENSE\r\n\r\n",
        "GET /v1/lambdas/%ZZ/tasks HTTP/1.1\r\nhost: a\r\n\r\n",
        "GET /v1/tasks/a%0d%0aset-cookie:x HTTP/1.1\r\nhost: a\r\n\r\n",
        "GET /v1/lambdas HTTP/1.1\r\nhost: a\r\nx: a\0b\r\n\r\n",
        "POST /v1/lambdas/resize/tasks HTTP/1.1\r\nhost: a\r\ncontent-length: -5\r\n\r\n{}",
        "POST /v1/lambdas/a/tasks HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding:chunked\r\n\r\n0\r\n\r\n",
        "\0\0\0\0\r\n\r\n",
        "CONNECT a:80 HTTP/1.1\r\nhost: a\r\n\r\n"
      })
  void malformedHttpIsABadRequest(String bytes) throws Exception {
    var answer = frontend.raw(bytes);

    assertThat(answer).startsWith("HTTP/1.1 400 ").contains("\"reason\":\"REQUEST_UNREADABLE\"");
    assertThat(answer).doesNotContain("set-cookie");
  }

  @Test
  void otherEncodingsOfJsonAreNotGuessed() {
    for (var charset : new Charset[] {StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE}) {
      assertThat(frontend.send("POST", TASKS, "{}".getBytes(charset), JSON).reason())
          .isEqualTo(UNREADABLE);
    }
  }

  @Test
  void aMethodThatHttpDoesNotKnowSaysSo() throws Exception {
    assertThat(frontend.raw("BREW /v1/lambdas HTTP/1.1\r\nhost: a\r\n\r\n"))
        .startsWith("HTTP/1.1 405 ")
        .contains("CALL_UNKNOWN");
  }

  @Test
  void headersAndUrlsOverTheirLimitsSaySo() throws Exception {
    var header = "GET /v1/lambdas HTTP/1.1\r\nhost: a\r\nx: " + "a".repeat(9_000) + "\r\n\r\n";
    var url = "GET /v1/lambdas?" + "a".repeat(9_000) + " HTTP/1.1\r\nhost: a\r\n\r\n";

    assertThat(frontend.raw(header)).startsWith("HTTP/1.1 431 ").contains(TOO_LARGE);
    assertThat(frontend.raw(url)).startsWith("HTTP/1.1 414 ").contains(TOO_LARGE);
  }

  @Test
  void jsonInsideGrpcIsReadAsStrictly() throws Exception {
    var headers = Map.of("content-type", "application/grpc+json", "te", "trailers");
    for (var body :
        new String[] {"{\"jsn\":1}", "{\"scheduledAt\":\"2026-13-01T00:00:00Z\"}", "{", "[]"}) {
      var message = body.getBytes(StandardCharsets.UTF_8);

      var answer = frontend.exchange("/atf.v1.TaskService/Schedule", frame(0, message), headers);

      assertThat(answer.headers().firstValue("grpc-status")).describedAs(body).contains("3");
    }
  }

  private static ScheduleRequest request() {
    return ScheduleRequest.newBuilder().setLambda("resize").build();
  }

  private static ScheduleRequest data(int bytes) {
    return request().toBuilder().setData(ByteString.copyFrom(new byte[bytes])).build();
  }

  private static byte[] surrogate() {
    return new byte[] {10, 3, (byte) 0xed, (byte) 0xa0, (byte) 0x80};
  }

  /** Nests a Value within a ListValue within a Value. */
  private static byte[] nestedJson(int depth) throws IOException {
    var value = new byte[] {32, 1};
    for (int i = 0; i < depth; i++) {
      value = field(6, field(1, value));
    }
    return field(2, value);
  }

  private static byte[] field(int number, byte[] content) throws IOException {
    var out = new ByteArrayOutputStream();
    var coded = com.google.protobuf.CodedOutputStream.newInstance(out);
    coded.writeByteArray(number, content);
    coded.flush();
    return out.toByteArray();
  }

  private static byte[] frame(int flag, byte[] message) {
    return ByteBuffer.allocate(5 + message.length)
        .put((byte) flag)
        .putInt(message.length)
        .put(message)
        .array();
  }

  private static byte[] gzip(byte[] content) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(content);
    }
    return out.toByteArray();
  }
}
