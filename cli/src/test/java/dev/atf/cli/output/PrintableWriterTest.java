package dev.atf.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.output.Terminal.Paint;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what text of tasks can do to a terminal. */
final class PrintableWriterTest {
  private final StringWriter printed = new StringWriter();
  private final PrintWriter writer = PrintableWriter.to(new PrintWriter(printed));

  @Test
  @Tag("T23")
  void controlCharactersAreReplaced() {
    writer.print("\u001b[2J\u001b]0;title\u0007\u009b31m a\rb\bc\u202Ed\tä\u20ac");
    writer.print('\u001b');
    writer.println();

    assertThat(printed)
        .hasToString(
            "\uFFFD[2J\uFFFD]0;title\uFFFD\uFFFD31m a\uFFFDb\uFFFDc\uFFFDd\tä\u20ac\uFFFD"
                + System.lineSeparator());
  }

  @Test
  void coloursStay() {
    var painted = new Terminal(80, true).paint(Paint.BAD, "FATAL");

    writer.printf("%s: %s%n", painted, "\u001b[41mred");

    assertThat(printed).hasToString(painted + ": \uFFFD[41mred" + System.lineSeparator());
  }

  @Test
  void aTableHasALineForEachRow() {
    var table = new TextTable("A", "B");
    table.add("one\ntwo\u001b[2J", "three");

    table.print(new PrintWriter(printed, true));

    assertThat(printed.toString().lines())
        .containsExactly("A            B", "one two\uFFFD[2J  three");
  }
}
