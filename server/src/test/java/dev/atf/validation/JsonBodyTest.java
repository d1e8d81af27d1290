package dev.atf.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.atf.model.check.FieldViolation;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON bodies against their messages. */
final class JsonBodyTest {
  private static final Descriptor SCHEDULE = ScheduleRequest.getDescriptor();
  private static final Descriptor LAMBDA = Lambda.getDescriptor();

  private static List<String> found(Descriptor message, String json) {
    return found(message, json, Map.of());
  }

  private static List<String> found(Descriptor message, String json, Map<String, String> fromPath) {
    var violations = new Violations();
    assertThatCode(() -> JsonBody.check(bytes(json), message, fromPath, violations))
        .doesNotThrowAnyException();
    return violations.all().stream().map(FieldViolation::toString).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        " \n{ }\n ",
        "{\"lambda\":\"\",\"priority\":\"\\u0000\\ud800\",\"collection\":\"é\"}",
        "{\"json\":1}",
        "{\"json\":null}",
        "{\"json\":\"\",\"data\":null}",
        "{\"json\":[null,{\"a\":{}}],\"contentType\":\"application/json\"}",
        "{\"json\":1.7976931348623157e308}",
        "{\"json\":1e-400}",
        "{\"data\":\"AA==\"}",
        "{\"data\":\"\"}",
        "{\"scheduledAt\":\"2026-01-31T12:00:00Z\",\"deadline\":\"2026-01-31T12:00:00.5+01:00\"}",
        "{\"scheduled_at\":\"2026-01-31T12:00:00Z\",\"idempotency_key\":\"k\"}",
        "{\"delay\":\"-0.5s\"}",
        "{\"labels\":{}}",
        "{\"labels\":{\"\":\"\",\"a\":\"b\"}}",
        "{\"resources\":[],\"outputs\":[\"a\",\"a\"]}",
        "{\"resources\":[{},{\"path\":\"a\",\"sha256\":null,\"bytes\":\"9223372036854775807\"}]}",
        "{\"lambda\":null,\"json\":null,\"delay\":null,\"labels\":null,\"resources\":null,"
            + "\"onFinish\":null,\"content_type\":null}",
      })
  void acceptsWhatTheParserOfTheMessageReads(String json) {
    assertThat(found(SCHEDULE, json)).isEmpty();
    if (!json.contains("\\ud800")) {
      assertReadable(json, ScheduleRequest.newBuilder());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"shards\":1,\"maxRunning\":\"2\",\"payloadBytesMax\":1e3}",
        "{\"scheduleRate\":0.5,\"dispatchRate\":\"1e3\"}",
        "{\"scheduleRate\":\"NaN\",\"dispatchRate\":\"-Infinity\"}",
        "{\"scheduleRate\":-0,\"maxRunning\":-0}",
        "{\"history\":\"ALL\",\"dispatch\":1,\"onFatal\":null}",
        "{\"priorities\":[\"a\",\"b\"],\"retry\":{\"maxAttempts\":3}}",
        "{\"retry\":{},\"canary\":{\"json\":{\"a\":[]}},\"fairness\":{\"weights\":{\"a\":2}}}",
        "{\"gates\":[{\"state\":\"OPEN\"}],\"live\":{\"dead\":\"3\"}}",
      })
  void acceptsNumbersAndNamesInTheFormsOfProto3(String json) {
    assertThat(found(LAMBDA, json)).isEmpty();
    assertReadable(json, Lambda.newBuilder());
  }

  private static void assertReadable(String json, Message.Builder message) {
    assertThatCode(() -> JsonFormat.parser().merge(json, message)).doesNotThrowAnyException();
  }

  private static Arguments wrong(String json, String... violations) {
    return arguments(json, List.of(violations));
  }

  private static Stream<Arguments> wrongSchedules() {
    var time = "a time of the years 1 to 9999 such as 2026-01-31T12:00:00Z";
    var duration = "a duration of at most 10000 years such as 30s or 0.5s";
    return Stream.of(
        wrong("{\"priorty\":1}", "priorty: unknown field (expected: priority, the nearest known)"),
        wrong("{\"\":1}", ": unknown field (expected: json, the nearest known)"),
        wrong("{\"priority\":1}", "priority: 1 (expected: a string)"),
        wrong("{\"priority\":true}", "priority: true (expected: a string)"),
        wrong("{\"priority\":{\"a\":[1]}}", "priority: an object (expected: a string)"),
        wrong("{\"priority\":[\"a\"]}", "priority: an array (expected: a string)"),
        wrong("{\"content_type\":1}", "contentType: 1 (expected: a string)"),
        wrong("{\"data\":\"*\"}", "data: another string (expected: a string of padded base64)"),
        wrong("{\"data\":1}", "data: another string (expected: a string of padded base64)"),
        wrong("{\"data\":[]}", "data: an array (expected: a string of padded base64)"),
        wrong("{\"scheduledAt\":\"soon\"}", "scheduledAt: soon (expected: " + time + ")"),
        wrong("{\"scheduledAt\":1}", "scheduledAt: 1 (expected: " + time + ")"),
        wrong(
            "{\"scheduledAt\":{\"seconds\":1}}", "scheduledAt: an object (expected: " + time + ")"),
        wrong(
            "{\"scheduledAt\":\"0000-01-01T00:00:00Z\"}",
            "scheduledAt: 0000-01-01T00:00:00Z (expected: " + time + ")"),
        wrong(
            "{\"scheduledAt\":\"10000-01-01T00:00:00Z\"}",
            "scheduledAt: 10000-01-01T00:00:00Z (expected: " + time + ")"),
        wrong("{\"delay\":5}", "delay: 5 (expected: " + duration + ")"),
        wrong("{\"delay\":\"1h\"}", "delay: 1h (expected: " + duration + ")"),
        wrong(
            "{\"delay\":\"-315576000001s\"}", "delay: -315576000001s (expected: " + duration + ")"),
        wrong("{\"labels\":[]}", "labels: an array (expected: an object)"),
        wrong("{\"labels\":\"a\"}", "labels: a string (expected: an object)"),
        wrong(
            "{\"labels\":{\"a\":1,\"b\":null,\"c\":{}}}",
            "labels[a]: 1 (expected: a string)",
            "labels[b]: null (expected: a string)",
            "labels[c]: an object (expected: a string)"),
        wrong("{\"resources\":{}}", "resources: an object (expected: an array)"),
        wrong("{\"resources\":true}", "resources: a boolean (expected: an array)"),
        wrong(
            "{\"resources\":[1,null,[],{\"path\":2,\"bytes\":-9223372036854775809,\"size\":{}}]}",
            "resources[0]: a number (expected: an object)",
            "resources[1]: null (expected: an object)",
            "resources[2]: an array (expected: an object)",
            "resources[3].path: 2 (expected: a string)",
            "resources[3].bytes: -9223372036854775809 (expected: a whole number of 64 bits)",
            "resources[3].size: unknown field (expected: path, the nearest known)"),
        wrong("{\"onFinish\":\"a\"}", "onFinish: a string (expected: an object)"),
        wrong(
            "{\"json\":1,\"data\":\"AA==\"}",
            "data: given together with json (expected: json or data, not both)"),
        wrong(
            "{\"json\":null,\"data\":\"AA==\"}",
            "data: given together with json (expected: json or data, not both)"),
        wrong(
            "{\"idempotencyKey\":\"a\",\"idempotency_key\":\"a\"}",
            "idempotencyKey: given twice (expected: once)"),
        wrong(
            "{\"scheduledAt\":null,\"scheduled_at\":null}",
            "scheduledAt: given twice (expected: once)"),
        wrong(
            "{\"priority\":1,\"collection\":{},\"labels\":[],\"data\":\"*\",\"delay\":[]}",
            "priority: 1 (expected: a string)",
            "collection: an object (expected: a string)",
            "labels: an array (expected: an object)",
            "data: another string (expected: a string of padded base64)",
            "delay: an array (expected: " + duration + ")"));
  }

  @ParameterizedTest
  @MethodSource("wrongSchedules")
  void reportsAllThatDoesNotFit(String json, List<String> violations) {
    assertThat(found(SCHEDULE, json)).isEqualTo(violations);
  }

  private static Stream<Arguments> wrongLambdas() {
    return Stream.of(
        wrong(
            "{\"retry\":{\"maxAttempt\":4},\"shard\":1}",
            "retry.maxAttempt: unknown field (expected: maxAttempts, the nearest known)",
            "shard: unknown field (expected: shards, the nearest known)"),
        wrong("{\"maxAttempts\":4}", "maxAttempts: unknown field (expected: retry.maxAttempts)"),
        wrong(
            "{\"history\":\"SOME\",\"dispatch\":[],\"onFatal\":1.5}",
            "history: SOME (expected: one of NONE, FAILURES, ALL)",
            "dispatch: an array (expected: one of EXPRESS, POLLED)",
            "onFatal: 1.5 (expected: one of CONTINUE, HOLD)"),
        wrong(
            "{\"shards\":\"x\",\"payloadBytesMax\":1.5,\"maxRunning\":1e99}",
            "shards: x (expected: a whole number of 32 bits)",
            "payloadBytesMax: 1.5 (expected: a whole number of 32 bits)",
            "maxRunning: 1e99 (expected: a whole number of 32 bits)"),
        wrong(
            "{\"scheduleRate\":\"fast\",\"dispatchRate\":true}",
            "scheduleRate: fast (expected: a number of at most 1.8e308)",
            "dispatchRate: true (expected: a number of at most 1.8e308)"),
        wrong(
            "{\"scheduleRate\":1e400,\"dispatchRate\":\"-1e400\"}",
            "scheduleRate: 1e400 (expected: a number of at most 1.8e308)",
            "dispatchRate: -1e400 (expected: a number of at most 1.8e308)"),
        wrong(
            "{\"priorities\":[1,null]}",
            "priorities[0]: 1 (expected: a string)",
            "priorities[1]: null (expected: a string)"),
        wrong("{\"retry\":[]}", "retry: an array (expected: an object)"),
        wrong(
            "{\"canary\":{\"json\":1,\"data\":\"\"}}",
            "canary.data: given together with json (expected: json or data, not both)"),
        wrong(
            "{\"fairness\":{\"weights\":{\"a\\u202e\":1.5}}}",
            "fairness.weights[a\\u202e]: 1.5 (expected: a whole number of 32 bits)"));
  }

  @ParameterizedTest
  @MethodSource("wrongLambdas")
  void reportsAllThatDoesNotFitInsideOfOtherMessages(String json, List<String> violations) {
    assertThat(found(LAMBDA, json)).isEqualTo(violations);
  }

  @Test
  void namesThePlaceWithinListsOfMessages() {
    assertThat(
            found(
                ScheduleBatchRequest.getDescriptor(),
                "{\"tasks\":[{},{\"resources\":[{\"bytes\":[]}],\"labels\":{\"k\":1}}]}"))
        .containsExactly(
            "tasks[1].resources[0].bytes: an array (expected: a whole number of 64 bits)",
            "tasks[1].labels[k]: 1 (expected: a string)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"lambda\":\"resize\"} | ",
        "{\"lambda\":null} | ",
        "{} | ",
        "{\"lambda\":\"other\"} | lambda: other (expected: none, or as in the path: resize)",
        "{\"lambda\":\"\"} | lambda:  (expected: none, or as in the path: resize)",
        "{\"lambda\":1} | lambda: 1 (expected: a string)",
      })
  void acceptsAFieldOfThePathOnlyIfItSaysTheSame(String json, String violation) {
    assertThat(found(SCHEDULE, json, Map.of("lambda", "resize")))
        .isEqualTo(violation == null ? List.of() : List.of(violation));
  }

  /** A lambda of the path is none of a message inside. */
  @Test
  void comparesOnlyTheOuterFieldsWithThePath() {
    assertThat(
            found(
                ScheduleBatchRequest.getDescriptor(),
                "{\"tasks\":[{\"lambda\":\"other\"}]}",
                Map.of("lambda", "resize")))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "~~ | it is not a JSON object at line 1, column 1",
        "~ ~ | it is not a JSON object at line 1, column 2",
        "[] | it is not a JSON object at line 1, column 1",
        "1 | it is not a JSON object at line 1, column 1",
        "\"{}\" | it is not a JSON object at line 1, column 1",
        "null | it is not a JSON object at line 1, column 1",
        "{ | it ends too early at line 1, column 2",
        "{\"json\":1 | it ends too early at line 1, column 10",
        "{\"json\":\"a | it ends too early at line 1, column 11",
        "~{\n\"json\": }~ | it is not JSON at line 2, column 9",
        "~{}\n{}~ | there is text after the JSON document at line 2, column 1",
        "{}} | it is not JSON at line 1, column 3",
        "{\"json\":1,} | it is not JSON at line 1, column 11",
        "{'json':1} | it is not JSON at line 1, column 2",
        "{json:1} | it is not JSON at line 1, column 2",
        "{\"json\":NaN} | it is not JSON at line 1, column 12",
        "{\"json\":01} | it is not JSON at line 1, column 10",
        "{\"json\":+1} | it is not JSON at line 1, column 10",
        "{\"json\":1}//a | it is not JSON at line 1, column 11",
        "{\"json\":\"\\x\"} | it is not JSON at line 1, column 11",
        "{\"json\":1,\"json\":2} | a property occurs twice in one object at line 1, column 17",
        "{\"json\":{\"a\":1,\"\\u0061\":1}} | a property occurs twice in one object at line 1, column 24",
        "{\"labels\":{\"a\":\"\",\"a\":\"\"}} | a property occurs twice in one object at line 1, column 22",
        "{\"nope\":{\"a\":1,\"a\":2}} | a property occurs twice in one object at line 1, column 19",
        "{\"json\":1e999} | a number is too large at line 1, column 9",
        "{\"json\":[-1e999]} | a number is too large at line 1, column 10",
        "{\"nope\":1e999} | a number is too large at line 1, column 9",
      })
  @Tag("B15")
  void rejectsTextThatIsNotOneJsonObjectAndSaysWhere(String json, String complaint) {
    assertUnreadable(json, complaint);
  }

  private static void assertUnreadable(String json, String complaint) {
    assertThatThrownBy(() -> JsonBody.check(bytes(json), SCHEDULE, Map.of(), new Violations()))
        .isInstanceOfSatisfying(
            UnreadableJsonException.class, e -> assertThat(e.complaint()).isEqualTo(complaint))
        .hasMessage("the body cannot be read: " + complaint);
  }

  private static Stream<Arguments> tooLong() {
    return Stream.of(
        arguments("0." + "1".repeat(990), "0." + "1".repeat(1_000)),
        arguments("{\"" + "a".repeat(50_000) + "\":1}", "{\"" + "a".repeat(50_001) + "\":1}"));
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("tooLong")
  void rejectsNumbersAndNamesOverTheirLimits(String longest, String tooLong) {
    var unknown = "{\"nope\":";

    assertThat(found(SCHEDULE, unknown + longest + "}")).hasSize(1);
    assertThatThrownBy(
            () ->
                JsonBody.check(
                    bytes(unknown + tooLong + "}"), SCHEDULE, Map.of(), new Violations()))
        .hasMessageStartingWith(
            "the body cannot be read: a number or a name is too long at line 1");
  }

  private static Stream<Arguments> payloads() {
    return Stream.of(
        arguments("[", "1", "]"),
        arguments("[", "[]", "]"),
        arguments("{\"a\":", "1", "}"),
        arguments("{\"a\":", "{}", "}"));
  }

  @ParameterizedTest
  @MethodSource("payloads")
  void acceptsPayloadsOfThirtyLevelsAndNotOneMore(String open, String inner, String close) {
    int levels = inner.equals("1") ? 0 : 1;
    for (int depth : new int[] {0, 1, 29, 30, 31, 32, 48, 49, 50, 51, 98, 99}) {
      int around = Math.max(0, depth - levels);
      var json = "{\"json\":" + open.repeat(around) + inner + close.repeat(around) + "}";

      assertThat(found(SCHEDULE, json))
          .describedAs("%d levels", depth)
          .isEqualTo(
              depth <= 30
                  ? List.of()
                  : List.of("json: nested too deeply (expected: at most 30 levels)"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 101, 1_000, 100_000})
  void rejectsBodiesOverAHundredLevels(int depth) {
    for (var field : new String[] {"json", "nope", "priority", "labels"}) {
      for (var each : List.of("[".repeat(depth), "{\"a\":".repeat(depth))) {
        assertThatThrownBy(
                () ->
                    JsonBody.check(
                        bytes("{\"" + field + "\":" + each), SCHEDULE, Map.of(), new Violations()))
            .hasMessageStartingWith("the body cannot be read: it is nested too deeply at line 1");
      }
    }
  }

  @Test
  void reportsTheFirst100OfMany() {
    var json = new StringBuilder("{\"outputs\":[0");
    for (int i = 1; i < 10_000; i++) {
      json.append(',').append(i);
    }

    assertThat(found(SCHEDULE, json + "]}"))
        .hasSize(100)
        .last()
        .isEqualTo("outputs[99]: 99 (expected: a string)");
  }

  /** Names and values come back in errors and logs. */
  @Test
  void namesAndValuesInErrorsAreEscapedAndCut() {
    var nasty = "a\\r\\n\\u001b\\u202e\\u2028" + "x".repeat(1_000);
    var escaped = "a\\u000d\\u000a\\u001b\\u202e\\u2028" + "x".repeat(74) + "…";

    assertThat(
            found(
                SCHEDULE,
                "{\"%s\":1,\"labels\":{\"%s\":1},\"delay\":\"%s\"}".formatted(nasty, nasty, nasty)))
        .satisfiesExactly(
            field -> assertThat(field).startsWith(escaped + ": unknown field (expected: "),
            label -> assertThat(label).isEqualTo("labels[" + escaped + "]: 1 (expected: a string)"),
            value -> assertThat(value).startsWith("delay: " + escaped + " (expected: "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "secretToken",
        "{\"json\":secretToken}",
        "{\"secretToken\":1,\"secretToken\":2}",
        "{\"json\":\"secretToken",
        "{\"json\":\"secretToken\n\"}",
        "{\"json\":{\"secretToken\"}}",
      })
  void complaintsAboutUnreadableTextRepeatNoneOfIt(String json) {
    assertThatThrownBy(() -> JsonBody.check(bytes(json), SCHEDULE, Map.of(), new Violations()))
        .isInstanceOf(UnreadableJsonException.class)
        .hasNoCause()
        .hasMessageNotContaining("secretToken");
  }

  @Test
  void payloadsThatAreNoBase64AreNotRepeated() {
    assertThat(found(SCHEDULE, "{\"data\":\"secretToken\"}"))
        .containsExactly("data: another string (expected: a string of padded base64)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9007199254740993",
        "-9007199254740993",
        "[1,{\"id\":12345678901234567890}]",
        "1.000000000000000000001",
        "0.30000000000000000001",
        "123456789012345678e-5"
      })
  void refusesNumbersThatADoubleWouldChange(String number) {
    assertThat(found(SCHEDULE, "{\"json\":%s}".formatted(number)))
        .containsExactly(
            "json: a number with more digits than a double can represent (expected: integers up to"
                + " 2^53; larger numbers as strings, or the payload as data)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9007199254740992",
        "9007199254740994",
        "1.10",
        "0.1",
        "0.10000000000000001",
        "0.1000000000000000000000",
        "5e-324",
        "1.7976931348623157e308",
        "147573952589676410000",
        "100000000000000000000",
        "8.41e21",
        "0e-500",
        "-0.0"
      })
  void takesNumbersThatADoubleHolds(String number) {
    assertThat(found(SCHEDULE, "{\"json\":[%s]}".formatted(number))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "true", "0", "-0", "1e308", "\"\"", "[]", "{}", " {\"a\":[1]} "})
  void acceptsAnyOneValueAsAPayload(String json) {
    assertThatCode(() -> JsonBody.checkValue(bytes(json))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "~~ | there is no JSON value at line 1, column 1",
        "~ \n~ | there is no JSON value at line 2, column 1",
        "1 2 | there is text after the JSON value at line 1, column 3",
        "{}[] | there is text after the JSON value at line 1, column 3",
        "[1 | it ends too early at line 1, column 3",
        "nul | it is not JSON at line 1, column 1",
        "NaN | it is not JSON at line 1, column 4",
        "1e999 | a number is too large at line 1, column 1",
        "{\"a\":1,\"a\":2} | a property occurs twice in one object at line 1, column 11",
      })
  void rejectsWhatIsNotOneValue(String json, String complaint) {
    assertThatThrownBy(() -> JsonBody.checkValue(bytes(json)))
        .isInstanceOfSatisfying(
            UnreadableJsonException.class, e -> assertThat(e.complaint()).isEqualTo(complaint));
  }

  @Test
  void rejectsOtherEncodingsThatAParserWouldGuess() {
    assertThatThrownBy(() -> JsonBody.checkValue("{}".getBytes(StandardCharsets.UTF_16BE)))
        .isInstanceOf(UnreadableJsonException.class)
        .hasMessageContaining("UTF-8");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A double holds this number. To find that out, a thousand digits are compared. */
  @Test
  @Tag("T16")
  void refusesTextsWhoseLongNumbersAreTooMany() {
    var number = "5e-324";
    int most = JsonBody.LONG_DIGITS_MAX / 324;
    var few = number + ("," + number).repeat(most - 1);

    assertThat(found(SCHEDULE, "{\"json\":[%s]}".formatted(few))).isEmpty();
    assertThatThrownBy(() -> JsonBody.checkValue(bytes("[" + few + "," + number + "]")))
        .isInstanceOf(UnreadableJsonException.class)
        .hasMessageContaining(
            "its numbers of more than 40 digits have more than 2000000 digits together");
  }

  @Test
  void numbersOfUsualSizeAreNotCountedAsLong() {
    var usual = "[" + "1.2345678901234567e-12,".repeat(100_000) + "1]";

    assertThatCode(() -> JsonBody.checkValue(bytes(usual))).doesNotThrowAnyException();
  }

  @Test
  @Tag("T16")
  void refusesTextsOfMoreValuesThanTheyMayHave() throws Exception {
    // The object and its list are values, too.
    var most = "{},".repeat(JsonBody.VALUES_MAX - 3) + "{}";
    var batch = ScheduleBatchRequest.getDescriptor();

    int values =
        JsonBody.check(bytes("{\"tasks\":[" + most + "]}"), batch, Map.of(), new Violations());

    assertThat(values).isEqualTo(JsonBody.VALUES_MAX);
    for (var more :
        List.of("{\"tasks\":[{}," + most + "]}", "{\"tasks\":[{\"json\":[1," + most + "]}]}")) {
      assertThatThrownBy(() -> JsonBody.check(bytes(more), batch, Map.of(), new Violations()))
          .isInstanceOf(UnreadableJsonException.class)
          .hasMessageContaining("it has more than 500000 values (expected: at most 500000;");
    }
  }
}
