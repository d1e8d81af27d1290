package dev.atf.executor.core.attempt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LogSinkTest {
  private static final int MOST = 32 * 1024;

  @Test
  void linesAreTakenInTheirOrderAndOnce() {
    var sink = new LogSink(1024);
    sink.add("one");
    sink.add("zwei é");

    assertThat(text(sink)).isEqualTo("one\nzwei é\n");
    assertThat(sink.isEmpty()).isTrue();
    assertThat(text(sink)).isEmpty();
  }

  @Test
  void lastLinesAreKeptAndTheOthersCounted() {
    var sink = new LogSink(30);
    for (int line = 0; line < 100; line++) {
      sink.add("line " + line);
    }

    assertThat(text(sink)).isEqualTo("… 97 lines dropped\nline 97\nline 98\nline 99\n");
    sink.add("more");
    assertThat(text(sink)).isEqualTo("more\n");
  }

  @Test
  void takenLinesMakeRoom() {
    var sink = new LogSink(30);
    for (int line = 0; line < 100; line++) {
      sink.add("line " + line);
      assertThat(text(sink)).isEqualTo("line " + line + "\n");
    }
  }

  @Test
  void partsHoldWholeLines() {
    var sink = new LogSink(1024);
    sink.add("0123456789");
    sink.add("0123456789");
    sink.add("abc");

    assertThat(new String(sink.take(23), UTF_8)).isEqualTo("0123456789\n0123456789\n");
    assertThat(new String(sink.take(23), UTF_8)).isEqualTo("abc\n");
  }

  @Test
  void longLinesAreCutBetweenCharacters() {
    for (int before = 0; before < 4; before++) {
      var sink = new LogSink(100_000);
      sink.add("x".repeat(before) + "\ud83d\udca9".repeat(4_000));

      var taken = sink.take(MOST);

      assertThat(taken.length).isBetween(LogSink.LINE_BYTES_MAX - 4, LogSink.LINE_BYTES_MAX);
      assertThat(new String(taken, UTF_8)).endsWith("\ud83d\udca9…\n").doesNotContain("\ufffd");
    }
  }

  @Test
  void nothingIsTakenWhereNothingIsKeptOrTheAttemptIsOver() {
    var none = new LogSink(0);
    none.add("line");
    var over = new LogSink(100);
    over.close();
    over.add("line");

    assertThat(none.isEmpty()).isTrue();
    assertThat(over.isEmpty()).isTrue();
  }

  private static String text(LogSink sink) {
    return new String(sink.take(MOST), UTF_8);
  }
}
