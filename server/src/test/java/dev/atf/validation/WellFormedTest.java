package dev.atf.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.check.InvalidFieldException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Surrogates, alone and in pairs. */
final class WellFormedTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "a",
        "é",
        "\0",
        "\u202e",
        "\ufffd",
        "\ufeff",
        "\uffff",
        "\ud7ff\ue000",
        "\ud800\udc00",
        "\udbff\udfff",
        "a\ud83d\ude00b\ud83d\ude00",
      })
  void acceptsAllTextThatUtf8CanSay(String text) {
    assertThat(WellFormed.is(text)).isTrue();
    assertThat(WellFormed.require("owner", text)).isSameAs(text);
  }

  /** The lone surrogates are letters here: H is a high one, L a low one. */
  @ParameterizedTest
  @CsvSource({
    "H, 1",
    "L, 1",
    "aH, 2",
    "aL, 2",
    "LH, 1",
    "HH, 1",
    "HHL, 1",
    "HLH, 3",
    "HLL, 3",
    "HLaH, 4",
    "Ha, 1",
    "aHLbLc, 5",
  })
  void rejectsHalfASurrogatePairAndSaysWhere(String letters, int character) {
    var text = letters.replace('H', '\ud83d').replace('L', '\ude00');

    assertThat(WellFormed.is(text)).isFalse();
    assertThatThrownBy(() -> WellFormed.require("owner", text))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessage(
            "owner: half a surrogate pair at character %d (expected: well-formed Unicode text)",
            character);
  }
}
