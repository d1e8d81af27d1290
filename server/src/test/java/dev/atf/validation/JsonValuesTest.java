package dev.atf.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.atf.model.Payload;
import dev.atf.model.check.InvalidFieldException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON as text and as a Value: what survives, and what is refused instead of changed. */
final class JsonValuesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "false",
        "1",
        "-1",
        "0",
        "9007199254740992",
        "-9007199254740992",
        "0.1",
        "1.5E300",
        "1.7976931348623157E308",
        "4.9E-324",
        "\"\"",
        "\" \"",
        "\"é\\u0000\\\"\"",
        "\"\u202e\u2028\"",
        "[]",
        "{}",
        "{\"\":1}",
        "{\"b\":1,\"a\":[null,{\"c\":\"d\"}]}"
      })
  void textSurvivesTheWayThroughAValue(String text) {
    var value = JsonValues.toValue(bytes(text)).orElseThrow();
    var again = JsonValues.text(JsonValues.toJson("json", value));

    assertThat(again).asString().isEqualTo(text);
    assertThat(JsonValues.toValue(again)).contains(value);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "1.0, 1",
        "1e3, 1000",
        "9007199254740992.0, 9007199254740992",
        "9007199254740994, 9.007199254740994E15",
        "1e300, 1.0E300",
        "~ [ 1 , 2 ] ~, ~[1,2]~",
        "~\"\\u0061\\/\"~, ~\"a/\"~",
        "~\"\ud83d\ude00\"~, ~\"\\uD83D\\uDE00\"~",
      })
  void otherNotationsOfOneValueBecomeTheUsualOne(String text, String usual) {
    var value = JsonValues.toValue(bytes(text)).orElseThrow();

    assertThat(JsonValues.text(JsonValues.toJson("json", value))).asString().isEqualTo(usual);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9007199254740993",
        "1e999",
        "-1e400",
        "1e-400",
        "0.12345678901234567890",
        "1e999999999",
        "1e-999999999"
      })
  void numberThatNoDoubleHoldsBecomesNone(String text) {
    assertThat(JsonValues.toValue(bytes(text))).isEmpty();
    assertThat(JsonValues.toValue(bytes("{\"a\":[" + text + "]}"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1] 2",
        "{",
        "",
        " ",
        "nul",
        "NaN",
        "Infinity",
        "'a'",
        "{a:1}",
        "[1,]",
        "// a\n1",
        "01",
        "+1",
        ".5",
        "1.",
        "\"a\nb\"",
        "\"\\x\"",
        "\u00a01"
      })
  void textThatIsNotOneJsonValueBecomesNone(String text) {
    assertThat(JsonValues.toValue(bytes(text))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\\ud83d\"", "[\"\\ude00x\"]", "{\"\\ud83d\":1}"})
  void halfASurrogatePairIsNoText(String text) {
    assertThat(JsonValues.toValue(bytes(text))).isEmpty();
  }

  @Test
  void theOrderOfPropertiesIsKeptInTheTextAndNotInTheCanonicalOne() {
    var one =
        JsonValues.toJson(
            "json", JsonValues.toValue(bytes("{\"b\":{\"d\":1,\"c\":2},\"a\":2}")).orElseThrow());
    var two =
        JsonValues.toJson(
            "json", JsonValues.toValue(bytes("{\"a\":2,\"b\":{\"c\":2,\"d\":1}}")).orElseThrow());

    assertThat(JsonValues.text(one)).isNotEqualTo(JsonValues.text(two));
    assertThat(JsonValues.canonicalText(one)).isEqualTo(JsonValues.canonicalText(two));
  }

  private static Stream<Arguments> notJson() {
    return Stream.of(
        arguments(
            Value.getDefaultInstance(), "a Value without a kind (expected: null for no value)"),
        arguments(number(Double.NaN), "NaN (expected: a finite number)"),
        arguments(number(Double.POSITIVE_INFINITY), "Infinity (expected: a finite number)"),
        arguments(number(Double.NEGATIVE_INFINITY), "-Infinity (expected: a finite number)"),
        arguments(
            Value.newBuilder().setStringValue("a\ud83d").build(),
            "half a surrogate pair at character 2 (expected: well-formed Unicode text)"),
        arguments(
            property("\ude00", number(1)),
            "half a surrogate pair at character 1 (expected: well-formed Unicode text)"));
  }

  @ParameterizedTest
  @MethodSource("notJson")
  void rejectsValuesThatJsonCannotSayAtAnyDepth(Value value, String refusal) {
    for (var each : new Value[] {value, list(value), property("a", list(value))}) {
      assertThatThrownBy(() -> JsonValues.toJson("steps[1].json", each))
          .isInstanceOf(InvalidFieldException.class)
          .hasMessage("steps[1].json: " + refusal);
    }
  }

  private static Stream<Arguments> innermost() {
    return Stream.of(
        arguments("an empty list", list(), 1),
        arguments(
            "an empty object",
            Value.newBuilder().setStructValue(Struct.getDefaultInstance()).build(),
            1),
        arguments("a number", number(1), 0));
  }

  /** What is accepted here has to be readable when it comes back from the store. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("innermost")
  void acceptsThirtyLevelsAndNotOneMore(String name, Value inner, int levels) {
    var lists = inner;
    var objects = inner;
    for (int i = levels; i < JsonBody.PAYLOAD_DEPTH_MAX; i++) {
      lists = list(lists);
      objects = property("a", objects);
    }

    for (var deepest : new Value[] {lists, objects}) {
      var text = JsonValues.text(JsonValues.toJson("json", deepest));
      assertThat(JsonValues.toValue(text)).contains(deepest);
      assertThatCode(() -> JsonBody.checkValue(text)).doesNotThrowAnyException();
      for (var deeper : new Value[] {list(deepest), property("a", deepest)}) {
        assertThatThrownBy(() -> JsonValues.toJson("json", deeper))
            .hasMessage("json: nested too deeply (expected: at most 30 levels)");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"[, ], 30, true", "[, ], 31, false", "{\"a\":, }, 29, true", "[, ], 100000, false"})
  void textThatIsNestedTooDeepBecomesNone(String open, String close, int depth, boolean read) {
    var text =
        bytes(open.repeat(depth) + "[]".repeat(open.equals("[") ? 0 : 1) + close.repeat(depth));

    assertThat(JsonValues.toValue(text).isPresent()).isEqualTo(read);
    assertThat(JsonValues.tree(text).isPresent()).isEqualTo(read);
  }

  /** Two properties of one name are read differently by different readers. */
  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":1}", "[{\"b\":{},\"b\":{}}]"})
  void propertyThatStandsTwiceInOneObjectBecomesNone(String text) {
    assertThat(JsonValues.tree(bytes(text))).isEmpty();
    assertThat(JsonValues.toValue(bytes(text))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "22ff22, a byte that is not UTF-8",
    "22c08022, NUL in two bytes",
    "22eda0bdedb88022, a surrogate pair of two encoded characters",
    "fffe3100, UTF-16",
    "00000031, UTF-32",
  })
  void bytesThatAreNotUtf8BecomeNone(String hex, String what) {
    var bytes = HexFormat.of().parseHex(hex);

    assertThat(JsonValues.tree(bytes)).describedAs(what).isEmpty();
    assertThat(JsonValues.toValue(bytes)).describedAs(what).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n"})
  void emptyTextHasNoTree(String text) {
    assertThat(JsonValues.tree(bytes(text))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, true",
    "application/json;charset=utf-8, true",
    "application/jsonl, false",
    "text/plain, false",
    "'', false",
  })
  void onlyPayloadsOfJsonBecomeValues(String contentType, boolean read) {
    assertThat(JsonValues.toValue(new Payload(bytes("1"), contentType)).isPresent())
        .isEqualTo(read);
  }

  @ParameterizedTest
  @CsvSource({
    "0, true",
    "-0.0, false",
    "1, true",
    "-1, true",
    "0.5, false",
    "9007199254740992, true",
    "-9007199254740992, true",
    "9007199254740994, false",
    "1E300, false",
    "NaN, false",
    "Infinity, false",
    "-Infinity, false",
  })
  void integersOfAtMost53BitsAreExact(double number, boolean exact) {
    assertThat(JsonValues.isExactInteger(number)).isEqualTo(exact);
  }

  private static Value number(double number) {
    return Value.newBuilder().setNumberValue(number).build();
  }

  private static Value list(Value... inner) {
    var list = ListValue.newBuilder();
    for (var each : inner) {
      list.addValues(each);
    }
    return Value.newBuilder().setListValue(list).build();
  }

  private static Value property(String name, Value inner) {
    return Value.newBuilder().setStructValue(Struct.newBuilder().putFields(name, inner)).build();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
