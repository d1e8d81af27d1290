package dev.atf.frontend.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.ListValue;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import dev.atf.frontend.TestFrontend;
import dev.atf.frontend.Transport;
import dev.atf.protocol.v1.ScheduleRequest;
import io.grpc.Status;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Invalid Schedule requests over both transports get the same answer, and nothing is stored. The
 * rules themselves are tested in the package validation.
 */
final class InvalidScheduleTest {
  private static final String TASKS = "/v1/lambdas/small/tasks";
  private static TestFrontend frontend;

  @BeforeAll
  static void start() {
    frontend = new TestFrontend();
    frontend.put("/v1/lambdas/small", "{\"payloadBytesMax\":10}").requireOk();
  }

  @AfterAll
  static void stop() {
    frontend.close();
  }

  private record Wrong(
      String name, Consumer<ScheduleRequest.Builder> how, String reason, List<String> fields) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Wrong wrong(
      String name, Consumer<ScheduleRequest.Builder> how, String reason, String... fields) {
    return new Wrong(name, how, reason, List.of(fields));
  }

  private static Stream<Arguments> wrongs() {
    return bothTransports(
        wrong(
            "payload over the limit",
            r -> r.setData(ByteString.copyFrom(new byte[11])),
            "PAYLOAD_TOO_LARGE",
            "data"),
        wrong(
            "json over the limit", r -> r.setJson(text("123456789")), "PAYLOAD_TOO_LARGE", "json"),
        wrong(
            "time and delay",
            r -> r.setScheduledAt(at(NOW)).setDelay(seconds(1)),
            "FIELD_INVALID",
            "delay"),
        wrong("empty label key", r -> r.putLabels("", "v"), "FIELD_INVALID", "labels"),
        wrong("unknown priority", r -> r.setPriority("urgent"), "PRIORITY_UNKNOWN", "priority"),
        wrong("older than 24 h", r -> r.setScheduledAt(at(NOW - DAY - 1)), "TIME_TOO_OLD", SCHED),
        wrong("negative delay", r -> r.setDelay(seconds(-1)), FIELD, "delay"),
        wrong("deadline before the task", r -> r.setDeadline(at(NOW)), FIELD, "deadline"),
        wrong("empty key", r -> r.setIdempotencyKey(""), FIELD, KEY),
        wrong("key of 129", r -> r.setIdempotencyKey("k".repeat(129)), FIELD, KEY),
        wrong("key with newline", r -> r.setIdempotencyKey("a\nb"), FIELD, KEY),
        wrong("key with NUL", r -> r.setIdempotencyKey("a\0"), FIELD, KEY),
        wrong("key with NEL", r -> r.setIdempotencyKey("a\u0085"), FIELD, KEY),
        wrong("collection with slash", r -> r.setCollection("a/b"), FIELD, "collection"),
        wrong(
            "content type with CRLF",
            r -> r.setData(ByteString.EMPTY).setContentType("a\r\nb: c"),
            FIELD,
            "contentType"),
        wrong(
            "text beside json",
            r -> r.setJson(text("")).setContentType("text/plain"),
            FIELD,
            "contentType"),
        wrong("json nested 31 deep", r -> r.setJson(nested(31)), FIELD, "json"),
        wrong(
            "all at once",
            r ->
                r.setData(ByteString.copyFrom(new byte[11]))
                    .setPriority("urgent")
                    .setCollection("/")
                    .setDelay(seconds(-1))
                    .setDeadline(at(1))
                    .setIdempotencyKey("\n")
                    .putLabels("", "v"),
            FIELD,
            "data",
            "priority",
            "collection",
            "delay",
            "deadline",
            "labels",
            KEY));
  }

  private static final String FIELD = "FIELD_INVALID";
  private static final String SCHED = "scheduledAt";
  private static final String KEY = "idempotencyKey";
  private static final long NOW = 1_772_366_400L;
  private static final long DAY = 24 * 60 * 60;

  private static Stream<Arguments> bothTransports(Wrong... wrongs) {
    return Arrays.stream(wrongs)
        .flatMap(
            wrong ->
                Arrays.stream(Transport.values()).map(transport -> arguments(transport, wrong)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("wrongs")
  @Tag("B3")
  @Tag("B4")
  @Tag("B8")
  @Tag("B13")
  void reportsAllInvalidFieldsAndStoresNothing(Transport transport, Wrong wrong) {
    var request = ScheduleRequest.newBuilder().setLambda("small");
    wrong.how.accept(request);
    long before = frontend.line.writes();

    var reply = transport.call(frontend, request.build());

    assertThat(reply.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(reply.reason()).isEqualTo(wrong.reason);
    assertThat(reply.fields()).isEqualTo(wrong.fields);
    assertThat(reply.descriptions()).allMatch(text -> text.matches("[^\n]* \\(expected: .*\\)"));
    assertThat(frontend.line.writes()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B1")
  void aRefusedPayloadTellsBothSizesAndARefusedPriorityTheAllowedOnes(Transport transport) {
    var large = schedule().setData(ByteString.copyFrom(new byte[11])).build();
    var urgent = schedule().setPriority("urgent").build();

    assertThat(transport.call(frontend, large).descriptions())
        .containsExactly("11 bytes (expected: at most 10 bytes)");
    assertThat(transport.call(frontend, urgent).descriptions())
        .containsExactly("urgent (expected: one of high, normal, low)");
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B5")
  void anUnknownLambdaIsNotFoundAndNothingIsStored(Transport transport) {
    long before = frontend.line.writes();

    var reply = transport.call(frontend, ScheduleRequest.newBuilder().setLambda("unknown").build());

    assertThat(reply.code()).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(reply.reason()).isEqualTo("LAMBDA_NOT_FOUND");
    assertThat(frontend.line.writes()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  void acceptsValuesAtTheLimits(Transport transport) {
    var request =
        schedule()
            .setJson(text("12345678"))
            .setScheduledAt(at(NOW + 365 * DAY))
            .setDeadline(at(253_402_300_799L))
            .setIdempotencyKey(transport.name() + "\ud83d\udca9".repeat(100))
            .setCollection("A".repeat(64));
    labels(request, 50);

    var reply = transport.call(frontend, request.build());

    assertThat(reply.requireOk().text("created")).isEqualTo("true");
    assertThat(reply.text("scheduledAt")).isEqualTo("2027-03-01T12:00:00Z");
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B7")
  @Tag("B8")
  @Tag("F4")
  void noTimeAndATimeOfTheLastDayAreNow(Transport transport) {
    var none = schedule().build();
    var past = schedule().setScheduledAt(at(NOW - DAY + 1)).build();

    assertThat(transport.call(frontend, none).requireOk().text("scheduledAt"))
        .isEqualTo("2026-03-01T12:00:00.123Z");
    assertThat(transport.call(frontend, past).requireOk().text("scheduledAt"))
        .isEqualTo("2026-03-01T12:00:00.123Z");
  }

  /** Times that only one of the two transports can express. */
  @Test
  @Tag("B9")
  void timesThatNoCalendarKnowsAreRefusedOverGrpc() {
    var year0 = Timestamp.newBuilder().setSeconds(-62_135_596_801L);
    var year10000 = Timestamp.newBuilder().setSeconds(253_402_300_800L);
    var endOfTime = Timestamp.newBuilder().setSeconds(Long.MAX_VALUE).setNanos(999_999_999);
    var negativeNanos = Timestamp.newBuilder().setSeconds(NOW).setNanos(-1);
    var manyNanos = Timestamp.newBuilder().setSeconds(NOW).setNanos(1_000_000_000);
    long before = frontend.line.writes();

    for (var time : List.of(year0, year10000, endOfTime, negativeNanos, manyNanos)) {
      var reply = Transport.GRPC.call(frontend, schedule().setScheduledAt(time).build());
      assertThat(reply.reason()).isEqualTo(FIELD);
      assertThat(reply.fields()).containsExactly(SCHED);
      assertThat(reply.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    }
    assertThat(frontend.line.writes()).isEqualTo(before);
  }

  @Test
  @Tag("B10")
  void delaysThatNoClockKnowsAreRefusedOverGrpc() {
    var overflow = Duration.newBuilder().setSeconds(Long.MAX_VALUE).setNanos(999_999_999);
    var least = Duration.newBuilder().setSeconds(Long.MIN_VALUE);
    var twoSigns = Duration.newBuilder().setSeconds(1).setNanos(-1);
    var manyNanos = Duration.newBuilder().setNanos(1_000_000_000);
    long before = frontend.line.writes();

    for (var delay : List.of(overflow, least, twoSigns, manyNanos)) {
      var reply = Transport.GRPC.call(frontend, schedule().setDelay(delay).build());
      assertThat(reply.reason()).isEqualTo(FIELD);
      assertThat(reply.fields()).containsExactly("delay");
    }
    assertThat(frontend.line.writes()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"scheduledAt\":\"0000-01-01T00:00:00Z\"} | scheduledAt",
        "{\"json\":1,\"data\":\"AA==\"} | data",
        "{\"lambda\":\"other\"} | lambda",
        "{\"priority\":1,\"collection\":{},\"labels\":[],\"data\":\"*\",\"delay\":[]}"
            + " | priority,collection,labels,data,delay",
      })
  void reportsAllJsonErrorsAndStoresNothing(String body, String fields) {
    long before = frontend.line.writes();

    var answer = frontend.post(TASKS, body);

    assertThat(answer.status()).describedAs(answer.body()).isEqualTo(400);
    assertThat(answer.reason()).isEqualTo(FIELD);
    assertThat(answer.violatedFields()).isEqualTo(fields);
    assertThat(frontend.line.writes()).isEqualTo(before);
  }

  @Test
  void anUnknownFieldIsRefusedWithTheNearestKnownName() {
    var answer = frontend.post(TASKS, "{\"priorty\":\"x\"}");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.violatedFields()).isEqualTo("priorty");
    assertThat(answer.body()).contains("expected: priority, the nearest known");
  }

  @Test
  void eitherNameOfAFieldIsTakenAndNullIsAbsent() {
    assertThat(frontend.post(TASKS, "{\"content_type\":null,\"json\":null}").status())
        .isEqualTo(200);
  }

  private static ScheduleRequest.Builder schedule() {
    return ScheduleRequest.newBuilder().setLambda("small");
  }

  private static void labels(ScheduleRequest.Builder request, int count) {
    IntStream.range(0, count).forEach(i -> request.putLabels("l" + i, ""));
  }

  private static Value text(String text) {
    return Value.newBuilder().setStringValue(text).build();
  }

  private static Value nested(int depth) {
    var value = Value.newBuilder().setBoolValue(true).build();
    for (int i = 0; i < depth; i++) {
      value = Value.newBuilder().setListValue(ListValue.newBuilder().addValues(value)).build();
    }
    return value;
  }

  private static Timestamp at(long seconds) {
    return Timestamp.newBuilder().setSeconds(seconds).build();
  }

  private static Duration seconds(long seconds) {
    return Duration.newBuilder().setSeconds(seconds).build();
  }
}
