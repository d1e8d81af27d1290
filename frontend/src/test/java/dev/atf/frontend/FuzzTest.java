package dev.atf.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.grpc.Status;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Unexpected requests: for every call, random fields, random bytes, and requests with a few changed
 * bytes. Each gets an answer that never blames the server, and the server survives. The seeds are
 * fixed, and a failure names the request.
 */
final class FuzzTest {
  private static final int ROUNDS = 500;
  private static final Set<Integer> FAULTS_OF_THE_SERVER =
      Set.of(
          Status.Code.INTERNAL.value(),
          Status.Code.UNKNOWN.value(),
          Status.Code.DATA_LOSS.value(),
          Status.Code.UNAVAILABLE.value(),
          Status.Code.DEADLINE_EXCEEDED.value());
  private static final List<PublicMethod> METHODS = PublicMethod.all();
  private static final List<String> SEGMENTS =
      List.of("", "resize", "..", "\0", "\u202e", "%2F", "x".repeat(300), "dead", "0".repeat(32));
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
  @Tag("B15")
  @Tag("T16")
  void theServerLives() {
    assertThat(frontend.post("/v1/lambdas/resize/tasks", "{}").status()).isEqualTo(200);
  }

  @Test
  void noCallIsLeftOut() {
    assertThat(METHODS)
        .extracting(PublicMethod::path)
        .contains("/atf.v1.TaskService/RedriveTasks", "/atf.v1.LambdaService/SetGate")
        .hasSizeGreaterThanOrEqualTo(14);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void randomFieldsOverGrpc(long seed) {
    var random = new Random(seed);
    var messages = new RandomMessages(random);
    for (int i = 0; i < ROUNDS; i++) {
      var method = any(random);
      var request = request(messages, method);
      var reply = method.call(frontend, request);
      assertThat(FAULTS_OF_THE_SERVER)
          .describedAs("seed %d round %d: %s %s -> %s", seed, i, method.path(), request, reply)
          .doesNotContain(reply.code().value());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 4})
  void randomAndMutatedBytesOverGrpc(long seed) throws Exception {
    var random = new Random(seed);
    var messages = new RandomMessages(random);
    for (int i = 0; i < ROUNDS; i++) {
      var method = any(random);
      var message =
          random.nextBoolean()
              ? messages.bytes()
              : messages.mutated(request(messages, method).toByteArray());
      int declared = random.nextInt(8) == 0 ? random.nextInt() : message.length;
      var body =
          ByteBuffer.allocate(5 + message.length)
              .put((byte) (random.nextInt(8) == 0 ? random.nextInt(256) : 0))
              .putInt(declared)
              .put(message)
              .array();
      var answer =
          frontend.exchange(
              method.path(), body, Map.of("content-type", "application/grpc", "te", "trailers"));
      var status =
          answer
              .headers()
              .firstValue("grpc-status")
              // An answer with content has it in its trailers, which this client does not show.
              .orElse("0");
      assertThat(FAULTS_OF_THE_SERVER)
          .describedAs("seed %d round %d: %s of %d bytes", seed, i, method.path(), body.length)
          .doesNotContain(Integer.parseInt(status));
      assertThat(answer.statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 6})
  void randomFieldsAndMutatedJsonOverHttp(long seed) {
    var random = new Random(seed);
    var messages = new RandomMessages(random);
    for (int i = 0; i < ROUNDS; i++) {
      var method = any(random);
      var request = request(messages, method);
      var path = method.pathOf(request);
      var json = PublicMethod.json(request).map(text -> text.getBytes(StandardCharsets.UTF_8));
      var body =
          !method.hasBody()
              ? new byte[0]
              : switch (random.nextInt(3)) {
                case 0 -> messages.bytes();
                case 1 -> messages.mutated(json.orElse(new byte[0]));
                default -> json.orElseGet(messages::bytes);
              };
      var answer =
          frontend.send(method.verb(), path, body, Map.of("content-type", "application/json"));
      assertThat(answer.status())
          .describedAs(
              "seed %d round %d: %s %s %s -> %s",
              seed, i, method.verb(), path, new String(body, StandardCharsets.ISO_8859_1), answer)
          .isLessThan(500);
      assertThat(answer.json().isObject()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {7})
  void randomPathsAndQueriesOverHttp(long seed) throws IOException {
    var random = new Random(seed);
    for (int i = 0; i < ROUNDS; i++) {
      var path = new StringBuilder(random.nextBoolean() ? "/v1/" : "/v1/lambdas/resize/tasks?");
      for (int parts = random.nextInt(5); parts >= 0; parts--) {
        var text = SEGMENTS.get(random.nextInt(SEGMENTS.size()));
        path.append(
                random.nextBoolean()
                    ? Transport.segment(text)
                    : "%" + (char) random.nextInt(33, 127))
            .append("/?=&:;#".charAt(random.nextInt(7)));
      }
      var answer =
          frontend.raw("GET " + path + " HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
      assertThat(answer)
          .describedAs("seed %d round %d: %s", seed, i, path)
          .matches("(?s)HTTP/1\\.1 [234].*");
    }
  }

  private static PublicMethod any(Random random) {
    return METHODS.get(random.nextInt(METHODS.size()));
  }

  /**
   * Returns a random request. Changes of lambdas use a lambda for which no task is scheduled
   * afterwards.
   */
  private static Message request(RandomMessages messages, PublicMethod method) {
    var lambda = method.path().contains("LambdaService") ? "fuzzed" : "resize";
    return messages.like(method.prototype(), lambda);
  }
}
