package dev.atf.validation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonToken;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.atf.model.check.FieldViolation;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.Resource;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.ScheduleResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of one field in proto3's JSON, as tokens of a body and as text of a query. */
final class JsonFieldsTest {
  private static final FieldDescriptor TIME = field(ScheduleRequest.getDescriptor(), "scheduledAt");
  private static final FieldDescriptor DURATION = field(ScheduleRequest.getDescriptor(), "delay");
  private static final FieldDescriptor BYTES = field(ScheduleRequest.getDescriptor(), "data");
  private static final FieldDescriptor TEXT = field(ScheduleRequest.getDescriptor(), "priority");
  private static final FieldDescriptor INT = field(Lambda.getDescriptor(), "shards");
  private static final FieldDescriptor LONG = field(Resource.getDescriptor(), "bytes");
  private static final FieldDescriptor DOUBLE = field(Lambda.getDescriptor(), "scheduleRate");
  private static final FieldDescriptor ENUM = field(Lambda.getDescriptor(), "history");
  private static final FieldDescriptor BOOLEAN = field(ScheduleResponse.getDescriptor(), "created");

  private static FieldDescriptor field(Descriptor message, String name) {
    return JsonFields.find(message, name).orElseThrow();
  }

  private static boolean acceptsText(FieldDescriptor field, String text) {
    return JsonFields.accepts(field, JsonToken.VALUE_STRING, text);
  }

  private static boolean acceptsNumber(FieldDescriptor field, String text) {
    var token =
        text.matches("-?[0-9]+") ? JsonToken.VALUE_NUMBER_INT : JsonToken.VALUE_NUMBER_FLOAT;
    return JsonFields.accepts(field, token, text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-01-31T12:00:00Z",
        "2026-01-31T12:00:00.1Z",
        "2026-01-31T12:00:00.123456789Z",
        "2026-01-31T12:00:00+01:00",
        "2026-01-31T12:00:00-18:00",
        "2024-02-29T00:00:00Z",
        "2000-02-29T00:00:00Z",
        "0001-01-01T00:00:00Z",
        "0000-12-31T23:30:00-01:00",
        "9999-12-31T23:59:59.999999999Z",
      })
  void acceptsTimesOfTheYears1To9999(String text) {
    assertThat(acceptsText(TIME, text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "now",
        "2026-01-31",
        "2026-01-31T12:00Z",
        "2026-01-31T12:00:00",
        "2026-01-31 12:00:00Z",
        "2026-01-31t12:00:00Z",
        "2026-01-31T12:00:00z",
        "2026-01-31T12:00:00Z ",
        "2026-01-31T12:00:00Z\n",
        "2026-01-31T12:00:00.Z",
        "2026-01-31T12:00:00.1234567890Z",
        "2026-01-31T12:00:00+0100",
        "2026-01-31T12:00:00+01",
        "2026-01-31T12:00:00+19:00",
        "2026-01-31T12:00:00Z[UTC]",
        "2026-1-31T12:00:00Z",
        "2026-00-31T12:00:00Z",
        "2026-13-01T12:00:00Z",
        "2026-02-30T12:00:00Z",
        "2023-02-29T12:00:00Z",
        "1900-02-29T12:00:00Z",
        "2026-01-32T12:00:00Z",
        "2026-01-31T24:00:00Z",
        "2026-01-31T25:00:00Z",
        "2026-01-31T12:60:00Z",
        "2026-01-31T23:59:60Z",
        "0000-12-31T23:59:59Z",
        "0001-01-01T00:30:00+01:00",
        "9999-12-31T23:30:00-01:00",
        "10000-01-01T00:00:00Z",
        "-2026-01-31T12:00:00Z",
        "+2026-01-31T12:00:00Z",
        "٢٠٢٦-01-31T12:00:00Z",
        "1769860800",
      })
  void rejectsMalformedTimesAndThoseOfOtherYears(String text) {
    assertThat(acceptsText(TIME, text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0s",
        "-0s",
        "30s",
        "0.5s",
        "-0.000000001s",
        "000000000001s",
        "315576000000s",
        "315576000000.000000000s",
        "-315576000000s",
      })
  void acceptsDurationsOfAtMost10000Years(String text) {
    assertThat(acceptsText(DURATION, text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "s",
        "30",
        "30S",
        "30 s",
        " 30s",
        "30s\n",
        "30ms",
        "1h",
        "PT30S",
        "+1s",
        "--1s",
        "1e3s",
        ".5s",
        "1.s",
        "1.0000000001s",
        "NaNs",
        "Infinitys",
        "٣s",
        "315576000001s",
        "-315576000001s",
        "315576000000.000000001s",
        "9223372036854775808s",
        "0000000000001s",
      })
  void rejectsMalformedDurationsAndLongerOnes(String text) {
    assertThat(acceptsText(DURATION, text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AAAA", "AAA=", "AA==", "AB==", "+/09azAZ"})
  void acceptsPaddedBase64(String text) {
    assertThat(acceptsText(BYTES, text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A",
        "AA",
        "AAA",
        "A===",
        "====",
        "AA=A",
        "=AAA",
        "AAAA=",
        "AA==AAAA",
        "-_AA",
        "AA A",
        "AAA\n",
        "AAA*",
        "é0é0",
        "AAAAA==="
      })
  void rejectsMalformedBase64(String text) {
    assertThat(acceptsText(BYTES, text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "1",
        "-1",
        "2147483647",
        "-2147483648",
        "1.0",
        "1e3",
        "1E+3",
        "10e-1",
        "2.147483647e9",
        "0e999",
        "0000000000000000000000000000000000000001"
      })
  void acceptsWholeNumbersOf32BitsInAnyNotation(String text) {
    assertThat(acceptsNumber(INT, text)).isTrue();
    assertThat(acceptsText(INT, text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2147483648",
        "-2147483649",
        "9223372036854775807",
        "1.5",
        "1e-1",
        "1e10",
        "1e99",
        "1e400",
        "1e999",
        "1e-999",
        "0.0000000001"
      })
  void rejectsFractionsAndNumbersOver32Bits(String text) {
    assertThat(acceptsNumber(INT, text)).isFalse();
    assertThat(acceptsText(INT, text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "x",
        "1x",
        " 1",
        "1 ",
        "1\n",
        "+1",
        "0x1",
        "1_000",
        "1,000",
        "1.",
        ".1",
        "1e",
        "1e1000",
        "--1",
        "NaN",
        "Infinity",
        "null",
        "true",
        "١"
      })
  void rejectsTextThatIsNoNumber(String text) {
    assertThat(acceptsText(INT, text)).isFalse();
    assertThat(acceptsText(LONG, text)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "9223372036854775807, true",
    "-9223372036854775808, true",
    "9.223372036854775807e18, true",
    "9007199254740993, true",
    "9223372036854775808, false",
    "-9223372036854775809, false",
    "9223372036854775806.5, false",
    "1e19, false"
  })
  void takesWholeNumbersOf64BitsExactly(String text, boolean accepted) {
    assertThat(acceptsNumber(LONG, text)).isEqualTo(accepted);
    assertThat(acceptsText(LONG, text)).isEqualTo(accepted);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-0", "-0.0", "1.5", "1e99", "1.7976931348623157e308", "5e-324"})
  void acceptsNumbersAsDoubles(String text) {
    assertThat(acceptsNumber(DOUBLE, text)).isTrue();
    assertThat(acceptsText(DOUBLE, text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "-Infinity"})
  void acceptsTheNamesOfProto3ForDoublesThatAreNoNumbers(String text) {
    assertThat(acceptsText(DOUBLE, text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.7976931348623159e308", "1e309", "-1e400", "1e999"})
  void rejectsNumbersThatNoDoubleHolds(String text) {
    assertThat(acceptsNumber(DOUBLE, text)).isFalse();
    assertThat(acceptsText(DOUBLE, text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "nan", "-NaN", "+Infinity", "inf", " 1", "1f", "0x1p3", "1."})
  void rejectsOtherTextAsDouble(String text) {
    assertThat(acceptsText(DOUBLE, text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"NONE", "FAILURES", "ALL", "HISTORY_UNSPECIFIED"})
  void acceptsNamesOfAnEnum(String text) {
    assertThat(acceptsText(ENUM, text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "none", "None", "NONE ", "SOME", "1", "ON_FATAL_UNSPECIFIED"})
  void rejectsOtherNames(String text) {
    assertThat(acceptsText(ENUM, text)).isFalse();
  }

  /** The reader of the message refuses those that mean nothing. */
  @ParameterizedTest
  @CsvSource({"0, true", "3, true", "77, true", "-1, true", "1.5, false", "2147483648, false"})
  void takesNumbersOf32BitsForAnEnum(String text, boolean accepted) {
    assertThat(acceptsNumber(ENUM, text)).isEqualTo(accepted);
  }

  /** Rows: the token. Columns: string, bytes, boolean, int, long, double, enum, time, duration. */
  @ParameterizedTest
  @CsvSource({
    "VALUE_TRUE, true, false, false, true, false, false, false, false, false, false",
    "VALUE_FALSE, false, false, false, true, false, false, false, false, false, false",
    "VALUE_NUMBER_INT, 1, false, false, false, true, true, true, true, false, false",
    "VALUE_NUMBER_FLOAT, 1.5, false, false, false, false, false, true, false, false, false",
    "VALUE_STRING, AAAA, true, true, false, false, false, false, false, false, false",
    "VALUE_STRING, true, true, true, false, false, false, false, false, false, false",
    "VALUE_STRING, 1, true, false, false, true, true, true, false, false, false",
  })
  void acceptsOnlyTokensOfTheKind(
      JsonToken token,
      String text,
      boolean string,
      boolean bytes,
      boolean bool,
      boolean int32,
      boolean int64,
      boolean number,
      boolean name,
      boolean time,
      boolean duration) {
    var fields = List.of(TEXT, BYTES, BOOLEAN, INT, LONG, DOUBLE, ENUM, TIME, DURATION);

    assertThat(fields)
        .extracting(field -> JsonFields.accepts(field, token, text))
        .containsExactly(string, bytes, bool, int32, int64, number, name, time, duration);
  }

  @Test
  void describesWhatIsExpected() {
    assertThat(List.of(TEXT, BYTES, BOOLEAN, INT, LONG, DOUBLE, ENUM, TIME, DURATION))
        .extracting(JsonFields::expected)
        .containsExactly(
            "a string",
            "a string of padded base64",
            "true or false",
            "a whole number of 32 bits",
            "a whole number of 64 bits",
            "a number of at most 1.8e308",
            "one of NONE, FAILURES, ALL",
            "a time of the years 1 to 9999 such as 2026-01-31T12:00:00Z",
            "a duration of at most 10000 years such as 30s or 0.5s");
    assertThat(JsonFields.expected(field(Lambda.getDescriptor(), "retry"))).isEqualTo("an object");
  }

  @ParameterizedTest
  @CsvSource({
    "scheduledAt, scheduled_at",
    "scheduled_at, scheduled_at",
    "json, json",
    "ScheduledAt, ",
    "scheduledat, ",
    "'scheduledAt ', ",
    "'', ",
  })
  void findsAFieldByEitherOfItsNames(String name, String found) {
    assertThat(JsonFields.find(ScheduleRequest.getDescriptor(), name).map(FieldDescriptor::getName))
        .isEqualTo(java.util.Optional.ofNullable(found));
  }

  @ParameterizedTest
  @CsvSource({
    "priorty, priority",
    "idempotentKey, idempotencyKey",
    "Json, json",
    "scheduled_att, scheduledAt",
    "label, labels"
  })
  void reportsAnUnknownFieldWithTheNearestKnownName(String name, String nearest) {
    var violations = new Violations();

    JsonFields.unknown(ScheduleRequest.getDescriptor(), "tasks[3].", name, violations);

    assertThat(violations.all())
        .extracting(FieldViolation::toString)
        .containsExactly(
            "tasks[3].%s: unknown field (expected: %s, the nearest known)"
                .formatted(name, nearest));
  }

  @Test
  void reportsAnUnknownFieldOfAMessageWithoutFields() {
    var violations = new Violations();

    JsonFields.unknown(
        com.google.protobuf.Empty.getDescriptor(), "", "x\u202e".repeat(50), violations);

    assertThat(violations.all().get(0).field()).isEqualTo("x\\u202e".repeat(40) + "…");
    assertThat(violations.all().get(0).expected()).isEqualTo("no field");
  }

  @Test
  void acceptsOnlyTheValueOfThePath() {
    var violations = new Violations();

    JsonFields.requireAsInPath("lambda", "resize", "resize", violations);
    assertThat(violations.isEmpty()).isTrue();

    JsonFields.requireAsInPath("lambda", "Resize", "resize\n", violations);
    assertThat(violations.all())
        .extracting(FieldViolation::toString)
        .containsExactly("lambda: Resize (expected: none, or as in the path: resize\\u000a)");
  }
}
