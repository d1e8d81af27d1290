package dev.atf.frontend.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.validation.JsonValues;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonValuesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "1",
        "-1",
        "0",
        "9007199254740992",
        "-9007199254740992",
        "0.1",
        "1.5E300",
        "\"\"",
        "\"é\\u0000\\\"\"",
        "[]",
        "{}",
        "{\"b\":1,\"a\":[null,{\"c\":\"d\"}]}"
      })
  void textSurvivesTheWayThroughAValue(String text) {
    var value = JsonValues.toValue(bytes(text)).orElseThrow();

    assertThat(JsonValues.text(JsonValues.toJson("json", value))).asString().isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"9007199254740993", "1e999", "0.12345678901234567890", "[1] 2", "{", "", "nul"})
  void textThatAValueWouldChangeBecomesNone(String text) {
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
        JsonValues.toJson("json", JsonValues.toValue(bytes("{\"b\":1,\"a\":2}")).orElseThrow());
    var two =
        JsonValues.toJson("json", JsonValues.toValue(bytes("{\"a\":2,\"b\":1}")).orElseThrow());

    assertThat(JsonValues.text(one)).isNotEqualTo(JsonValues.text(two));
    assertThat(JsonValues.canonicalText(one)).isEqualTo(JsonValues.canonicalText(two));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
