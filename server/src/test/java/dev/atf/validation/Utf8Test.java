package dev.atf.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that are UTF-8, and those that JSON parsers take for it. */
final class Utf8Test {
  /** Length of the parts in which the text is decoded. */
  private static final int CHUNK = 4096;

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a", "\u007f\u0080", "\u07ff\u0800", "\uffff\ud800\udc00\udbff\udfff"})
  void acceptsTheFirstAndLastCharacterOfEachLength(String text) {
    assertThatCode(() -> Utf8.require(text.getBytes(StandardCharsets.UTF_8)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "80, a continuation alone",
    "c328, no continuation",
    "c3, cut after 1 of 2 bytes",
    "e282, cut after 2 of 3 bytes",
    "f09f98, cut after 3 of 4 bytes",
    "c080, NUL in two bytes",
    "c1bf, an overlong form of two bytes",
    "e09fbf, an overlong form of three bytes",
    "f08fbfbf, an overlong form of four bytes",
    "eda080, a high surrogate",
    "edbfbf, a low surrogate",
    "eda0bdedb880, a pair of encoded surrogates",
    "f4908080, beyond the last code point",
    "f8888080, five bytes",
    "fe, no first byte",
    "ff, no first byte",
  })
  void rejectsBytesThatAreNotUtf8AndSaysWhere(String hex, String what) {
    var bytes = join("ab\nc".getBytes(StandardCharsets.UTF_8), HexFormat.of().parseHex(hex));

    assertThatThrownBy(() -> Utf8.require(bytes))
        .describedAs(what)
        .isInstanceOf(UnreadableJsonException.class)
        .hasMessage("the body cannot be read: it is not UTF-8 at line 2, column 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
  void doesNotGuessOtherEncodings(Charset charset) {
    assertThatThrownBy(() -> Utf8.require("{}".getBytes(charset)))
        .hasMessageStartingWith("the body cannot be read: it is not JSON in UTF-8 at line 1");
  }

  /** The part in which it is, and the parts around it, must not change what is found. */
  @ParameterizedTest
  @ValueSource(ints = {0, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK})
  void findsWhatIsWrongInEachPart(int at) {
    var nul = new byte[4 * CHUNK];
    Arrays.fill(nul, (byte) 'a');
    var broken = nul.clone();
    nul[at] = 0;
    broken[at] = (byte) 0xff;

    assertThatThrownBy(() -> Utf8.require(nul))
        .hasMessage(
            "the body cannot be read: it is not JSON in UTF-8 at line 1, column %d", at + 1);
    assertThatThrownBy(() -> Utf8.require(broken))
        .hasMessage("the body cannot be read: it is not UTF-8 at line 1, column %d", at + 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {CHUNK - 3, CHUNK - 2, CHUNK - 1, CHUNK})
  void acceptsACharacterThatLiesAcrossTwoParts(int before) {
    for (var character : new String[] {"é", "€", "\ud83d\ude00"}) {
      var text = "a".repeat(before) + character.repeat(CHUNK);

      assertThatCode(() -> Utf8.require(text.getBytes(StandardCharsets.UTF_8)))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void complaintRepeatsNoneOfTheText() {
    var secret = join("secretToken".getBytes(StandardCharsets.UTF_8), new byte[] {(byte) 0xff});

    assertThatThrownBy(() -> Utf8.require(secret))
        .isInstanceOfSatisfying(
            UnreadableJsonException.class,
            e -> assertThat(e.complaint()).isEqualTo("it is not UTF-8 at line 1, column 12"));
  }

  private static byte[] join(byte[] one, byte[] other) {
    var both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }
}
