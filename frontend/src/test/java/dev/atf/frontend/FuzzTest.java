package dev.atf.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.ListValue;
import com.google.protobuf.Message;
import com.google.protobuf.Struct;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import dev.atf.protocol.v1.CancelTaskRequest;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests that nobody thought of: random bytes, random values, and good requests with a few bytes
 * changed. Whatever it is, it is answered, it is never the server's fault, and the server lives.
 * The seeds are fixed; a failure names the request.
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
  private static final List<String> PATHS =
      List.of(
          "/atf.v1.TaskService/Schedule",
          "/atf.v1.TaskService/ScheduleBatch",
          "/atf.v1.TaskService/GetTask",
          "/atf.v1.TaskService/ListTasks",
          "/atf.v1.TaskService/CancelTask",
          "/atf.v1.LambdaService/RegisterLambda",
          "/atf.v1.LambdaService/GetLambda");
  private static final List<String> TEXTS =
      List.of(
          "",
          "resize",
          "high",
          "..",
          "\0",
          "\n",
          "\u202e",
          "\ud83d\udca9",
          "${jndi:x}",
          "%2F",
          "NaN",
          "-1",
          "1e999",
          "2026-03-01T12:00:00Z",
          "30s",
          "x".repeat(300),
          "application/json",
          "dead");
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
    assertThat(frontend.post("/v1/lambdas/resize/tasks", "{}").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void randomFieldsOverGrpc(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < ROUNDS; i++) {
      var request = request(random);
      var reply = Door.GRPC.call(frontend, request);
      assertThat(FAULTS_OF_THE_SERVER)
          .describedAs("seed %d round %d: %s -> %s", seed, i, request, reply)
          .doesNotContain(reply.code().value());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 4})
  void randomAndMutatedBytesOverGrpc(long seed) throws Exception {
    var random = new Random(seed);
    for (int i = 0; i < ROUNDS; i++) {
      var message = random.nextBoolean() ? bytes(random) : mutated(random, request(random));
      int declared = random.nextInt(8) == 0 ? random.nextInt() : message.length;
      var body =
          ByteBuffer.allocate(5 + message.length)
              .put((byte) (random.nextInt(8) == 0 ? random.nextInt(256) : 0))
              .putInt(declared)
              .put(message)
              .array();
      var path = PATHS.get(random.nextInt(PATHS.size()));
      var answer =
          frontend.exchange(
              path, body, Map.of("content-type", "application/grpc", "te", "trailers"));
      var status =
          answer
              .headers()
              .firstValue("grpc-status")
              // An answer with content has it in its trailers, which this client does not show.
              .orElse("0");
      assertThat(FAULTS_OF_THE_SERVER)
          .describedAs("seed %d round %d: %s of %d bytes", seed, i, path, body.length)
          .doesNotContain(Integer.parseInt(status));
      assertThat(answer.statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 6})
  void randomAndMutatedJsonOverHttp(long seed) throws Exception {
    var random = new Random(seed);
    var targets =
        List.of(
            List.of("POST", "/v1/lambdas/resize/tasks"),
            List.of("POST", "/v1/lambdas/resize/tasks:batch"),
            List.of("PUT", "/v1/lambdas/fuzzed"),
            List.of("POST", "/v1/tasks/" + "0".repeat(32) + ":cancel"),
            List.of("GET", "/v1/lambdas/resize/tasks?" + "pageSize=1"));
    for (int i = 0; i < ROUNDS; i++) {
      var target = targets.get(random.nextInt(targets.size()));
      var body =
          switch (random.nextInt(3)) {
            case 0 -> bytes(random);
            case 1 -> json(random, 4).getBytes(StandardCharsets.UTF_8);
            default -> mutate(random, json(random, 4).getBytes(StandardCharsets.UTF_8));
          };
      var answer =
          frontend.send(
              target.get(0), target.get(1), body, Map.of("content-type", "application/json"));
      assertThat(answer.status())
          .describedAs(
              "seed %d round %d: %s %s -> %s",
              seed, i, target, new String(body, StandardCharsets.ISO_8859_1), answer)
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
        var text = TEXTS.get(random.nextInt(TEXTS.size()));
        path.append(
                random.nextBoolean() ? Door.segment(text) : "%" + (char) random.nextInt(33, 127))
            .append("/?=&:;#".charAt(random.nextInt(7)));
      }
      var answer =
          frontend.raw("GET " + path + " HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
      assertThat(answer)
          .describedAs("seed %d round %d: %s", seed, i, path)
          .matches("(?s)HTTP/1\\.1 [234].*");
    }
  }

  private static Message request(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> GetTaskRequest.newBuilder().setTaskId(text(random)).build();
      case 1 ->
          CancelTaskRequest.newBuilder().setTaskId(text(random)).setReason(text(random)).build();
      case 2 ->
          ListTasksRequest.newBuilder()
              .setLambda(random.nextBoolean() ? "resize" : text(random))
              .setState(random.nextBoolean() ? "" : text(random))
              .setPriority(text(random))
              .setPageSize(random.nextInt())
              .setPageToken(text(random))
              .build();
      case 3 -> lambda(random);
      case 4 -> {
        var batch = ScheduleBatchRequest.newBuilder().setLambda("resize");
        for (int i = random.nextInt(4); i > 0; i--) {
          batch.addTasks(schedule(random));
        }
        yield batch.build();
      }
      default -> schedule(random);
    };
  }

  private static Lambda lambda(Random random) {
    var lambda = Lambda.newBuilder().setName(random.nextBoolean() ? "fuzzed" : text(random));
    for (int i = random.nextInt(3); i > 0; i--) {
      lambda.addPriorities(text(random));
    }
    lambda
        .setDefaultPriority(text(random))
        .setOwner(text(random))
        .setShards(random.nextInt(3) * random.nextInt())
        .setScheduleRate(number(random))
        .setDispatchRate(number(random))
        .setMaxRunning(random.nextInt())
        .setPayloadBytesMax(random.nextInt())
        .setHistoryValue(random.nextInt(6))
        .setDispatchValue(random.nextInt())
        .setRetention(duration(random))
        .setLeaseTimeout(duration(random))
        .setMaxLifetime(duration(random));
    lambda
        .getRetryBuilder()
        .setMaxAttempts(random.nextInt())
        .setInitialBackoff(duration(random))
        .setMaxBackoff(duration(random))
        .setMultiplier(number(random));
    return lambda.build();
  }

  private static ScheduleRequest schedule(Random random) {
    var request =
        ScheduleRequest.newBuilder().setLambda(random.nextInt(4) > 0 ? "resize" : text(random));
    if (random.nextBoolean()) {
      request.setJson(value(random, 5));
    } else if (random.nextBoolean()) {
      request.setData(ByteString.copyFrom(bytes(random)));
    }
    if (random.nextInt(3) == 0) {
      request.setContentType(text(random)).setPriority(text(random)).setCollection(text(random));
    }
    if (random.nextInt(3) == 0) {
      request.setScheduledAt(time(random));
    }
    if (random.nextInt(3) == 0) {
      request.setDelay(duration(random));
    }
    if (random.nextInt(3) == 0) {
      request.setDeadline(time(random));
    }
    if (random.nextInt(3) == 0) {
      request.setIdempotencyKey(text(random));
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      request.putLabels(text(random), text(random));
    }
    return request.build();
  }

  private static Value value(Random random, int depth) {
    var value = Value.newBuilder();
    switch (random.nextInt(depth > 0 ? 7 : 5)) {
      case 0 -> value.setStringValue(text(random));
      case 1 -> value.setNumberValue(number(random));
      case 2 -> value.setNullValueValue(random.nextInt(3));
      case 3 -> value.setBoolValue(true);
      case 4 -> value.clearKind();
      case 5 -> value.setListValue(ListValue.newBuilder().addValues(value(random, depth - 1)));
      default ->
          value.setStructValue(
              Struct.newBuilder().putFields(text(random), value(random, depth - 1)));
    }
    return value.build();
  }

  private static String json(Random random, int depth) throws IOException {
    var text = new ObjectMapper().writeValueAsString(TEXTS.get(random.nextInt(TEXTS.size())));
    return switch (random.nextInt(depth > 0 ? 9 : 5)) {
      case 0 -> text;
      case 1 -> Double.toString(number(random));
      case 2 -> "null";
      case 3 -> Long.toString(random.nextLong());
      case 4 -> "true";
      case 5 -> "[" + json(random, depth - 1) + "," + json(random, depth - 1) + "]";
      default -> {
        var names =
            List.of(
                "json",
                "data",
                "priority",
                "collection",
                "delay",
                "scheduledAt",
                "labels",
                "tasks",
                "retry",
                "shards",
                "history",
                "priorities",
                "reason",
                "deadline",
                "idempotencyKey");
        var object = new StringBuilder("{");
        for (int i = random.nextInt(4); i >= 0; i--) {
          object
              .append('"')
              .append(names.get(random.nextInt(names.size())))
              .append("\":")
              .append(json(random, depth - 1))
              .append(i > 0 ? "," : "");
        }
        yield object.append('}').toString();
      }
    };
  }

  private static byte[] mutated(Random random, Message message) {
    return mutate(random, message.toByteArray());
  }

  private static byte[] mutate(Random random, byte[] bytes) {
    for (int i = 0; bytes.length > 0 && i < 3; i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  private static byte[] bytes(Random random) {
    var bytes = new byte[random.nextInt(64)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String text(Random random) {
    if (random.nextInt(3) > 0) {
      return TEXTS.get(random.nextInt(TEXTS.size()));
    }
    var text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      int c = random.nextInt(0x11000);
      text.appendCodePoint(c >= 0xd800 && c <= 0xdfff ? 'x' : c);
    }
    return text.toString();
  }

  private static double number(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> Double.NaN;
      case 1 -> Double.NEGATIVE_INFINITY;
      case 2 -> Double.longBitsToDouble(random.nextLong());
      case 3 -> -0.0;
      default -> random.nextInt(100);
    };
  }

  private static Timestamp time(Random random) {
    return Timestamp.newBuilder()
        .setSeconds(random.nextBoolean() ? random.nextLong() : 1_772_366_400L + random.nextInt())
        .setNanos(random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(1_000_000_000))
        .build();
  }

  private static Duration duration(Random random) {
    return Duration.newBuilder()
        .setSeconds(random.nextBoolean() ? random.nextLong() : random.nextInt(100_000))
        .setNanos(random.nextInt(4) == 0 ? random.nextInt() : 0)
        .build();
  }
}
