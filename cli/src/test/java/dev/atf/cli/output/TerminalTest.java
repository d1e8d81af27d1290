package dev.atf.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.output.Terminal.Paint;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Output for a terminal, and for a program. */
final class TerminalTest {
  @Test
  void withoutATerminalNothingIsCutAndNothingColoured() {
    var none = Terminal.of(Map.of());

    assertThat(none.isThere()).isFalse();
    assertThat(none.fit("x".repeat(500))).hasSize(500);
    assertThat(none.paint(Paint.GOOD, "SUCCESS")).isEqualTo("SUCCESS");
    assertThat(none.cleared()).isEmpty();
  }

  @Test
  void aLineIsCutAtTheWidthByCharactersAsTheyAreSeen() {
    var narrow = Terminal.of(Map.of("ATF_COLUMNS", "20"));

    assertThat(narrow.fit("x".repeat(20))).isEqualTo("x".repeat(20));
    assertThat(narrow.fit("x".repeat(21))).isEqualTo("x".repeat(19) + "…");
    assertThat(narrow.fit("😀".repeat(21))).isEqualTo("😀".repeat(19) + "…");
  }

  @Test
  void colourIsForTerminalsThatWantIt() {
    assertThat(Terminal.of(Map.of("ATF_COLUMNS", "80")).paint(Paint.BAD, "x"))
        .isEqualTo("\u001b[31mx\u001b[0m");
    assertThat(Terminal.of(Map.of("ATF_COLUMNS", "80", "NO_COLOR", "1")).paint(Paint.BAD, "x"))
        .isEqualTo("x");
    assertThat(Terminal.of(Map.of("ATF_COLUMNS", "80", "TERM", "dumb")).paint(Paint.BAD, "x"))
        .isEqualTo("x");
    assertThat(Terminal.of(Map.of("ATF_COLUMNS", "wide")).isThere()).isFalse();
  }

  @Test
  void aTableIsCutToTheWidth() {
    var table = new TextTable("NAME", "MEANING");
    table.add("a", "what is much too long for it");
    var out = new StringWriter();

    table.print(new PrintWriter(out), new Terminal(24, false));

    assertThat(out.toString().lines()).containsExactly("NAME  MEANING", "a     what is much too …");
  }
}
