package dev.atf.model.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.ClaimId;
import dev.atf.model.CollectionName;
import dev.atf.model.ExecutorId;
import dev.atf.model.IdempotencyKey;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Accepted and refused names. */
final class NamesTest {
  private static final List<Function<String, Object>> KINDS =
      List.of(
          LambdaName::new,
          Priority::new,
          CollectionName::new,
          TaskId::new,
          ClaimId::new,
          ExecutorId::new);

  static List<String> badEverywhere() {
    return List.of(
        "",
        " ",
        "/",
        "a/b",
        "#",
        "a#b",
        "..",
        "../a",
        "%2F",
        "a%2Fb",
        "a\u0000",
        "a\n",
        "\na",
        "a\r\nb",
        "\u202Eabc",
        "a\uD83D\uDE00",
        "a\uD83D",
        "ä",
        "${jndi:ldap://x}",
        "<script>",
        "a b",
        "x".repeat(129));
  }

  @ParameterizedTest
  @MethodSource("badEverywhere")
  void noKindOfNameTakesIt(String bad) {
    for (var kind : KINDS) {
      // An executor's id is made by ourselves of host names: two dots are harmless there.
      if (bad.equals("..") && kind == KINDS.get(5)) {
        continue;
      }
      assertThatThrownBy(() -> kind.apply(bad)).isInstanceOf(InvalidFieldException.class);
    }
  }

  @Test
  void namesHaveTheirLengths() {
    assertThatCode(() -> new LambdaName("a".repeat(64))).doesNotThrowAnyException();
    assertThatCode(() -> new Priority("a".repeat(16))).doesNotThrowAnyException();
    assertThatCode(() -> new CollectionName("A".repeat(64))).doesNotThrowAnyException();
    assertThatCode(() -> new ExecutorId("a".repeat(128))).doesNotThrowAnyException();
    assertThatThrownBy(() -> new LambdaName("a".repeat(65))).hasMessageContaining("lambda");
    assertThatThrownBy(() -> new Priority("a".repeat(17))).hasMessageContaining("priority");
    assertThatThrownBy(() -> new CollectionName("a".repeat(65))).hasMessageContaining("collection");
    for (var bad : List.of("A", "1a", "-a", "a_b", "a.b")) {
      assertThatThrownBy(() -> new LambdaName(bad)).isInstanceOf(InvalidFieldException.class);
      assertThatThrownBy(() -> new Priority(bad)).isInstanceOf(InvalidFieldException.class);
    }
  }

  @Test
  void anIdempotencyKeyIsAnyTextWithoutControlCharacters() {
    for (var good : List.of("a", "order 17/3", "😀", "x".repeat(128), "😀".repeat(128))) {
      assertThatCode(() -> new IdempotencyKey(good)).doesNotThrowAnyException();
    }
    for (var bad : List.of("", "a\nb", "a\u0000", "a\u0085", "\u007F", "x".repeat(129))) {
      assertThatThrownBy(() -> new IdempotencyKey(bad)).isInstanceOf(InvalidFieldException.class);
    }
  }

  @Test
  void aRefusalCanBePrintedSafely() {
    assertThatThrownBy(() -> new LambdaName("a\r\n\u001B[31m\u202E\u2028b"))
        .hasMessage(
            "lambda: a\\u000d\\u000a\\u001b[31m\\u202e\\u2028b"
                + " (expected: 1-64 of a-z 0-9 -, starting with a letter)");
  }

  @Test
  void aLongValueIsCut() {
    var eighty = new FieldViolation("f", "😀".repeat(80), "less");
    var more = new FieldViolation("f", "😀".repeat(81), "less");

    assertThat(eighty.value()).isEqualTo("😀".repeat(80));
    assertThat(more.value()).isEqualTo("😀".repeat(80) + "…");
    assertThat(more).hasToString("f: " + "😀".repeat(80) + "… (expected: less)");
  }
}
