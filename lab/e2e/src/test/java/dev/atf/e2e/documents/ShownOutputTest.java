package dev.atf.e2e.documents;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of the comparison of a document's output with the real one. */
final class ShownOutputTest {
  @Test
  void verbatimOutputMatchesExactly() {
    var shown = new ShownOutput("cat.png  200\n");

    assertThat(shown.isAllOf("cat.png  200\n")).isTrue();
    assertThat(shown.isAllOf("cat.png  200   \n")).isTrue();
    assertThat(shown.isAllOf("cat.png  201\n")).isFalse();
    assertThat(shown.isAllOf("cat.png  200\nand more\n")).isFalse();
    assertThat(shown.isIn("before\ncat.png  200\nand more\n")).isTrue();
    assertThat(shown.isIn("a cat.png  200\n")).isFalse();
  }

  @Test
  void anEllipsisStandsForTheRestOfALineOrForLines() {
    var shown = new ShownOutput("task  …\n…\nstatus  SUCCESS, attempt …\n…\n");

    assertThat(shown.isAllOf("task  17\nlambda  x\nstatus  SUCCESS, attempt 1\n")).isTrue();
    assertThat(shown.isAllOf("task  17\nstatus  SUCCESS, attempt 1\nresult  .*\n")).isTrue();
    assertThat(shown.isAllOf("task  17\nstatus  CANCELLED\n")).isFalse();
  }
}
