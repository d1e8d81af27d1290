package dev.atf.executor.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ResultLimitsTest {
  private static final String PAINTER = "\uD83D\uDC68";

  @Test
  void aTextOfTheBoundIsKept() {
    var text = "x".repeat(1_000);

    assertThat(ResultLimits.head(text)).isEqualTo(text);
  }

  @Test
  void aLongerTextIsCutAtTheBoundBetweenTwoCharacters() {
    assertThat(ResultLimits.head("x".repeat(1_001))).isEqualTo("x".repeat(999) + "…");
    assertThat(ResultLimits.head("x".repeat(997) + PAINTER + "yy"))
        .isEqualTo("x".repeat(997) + PAINTER + "…");
  }

  @Test
  void aTextIsCutAtItsOwnBound() {
    assertThat(ResultLimits.head("x".repeat(2_000), 2_000)).isEqualTo("x".repeat(2_000));
    assertThat(ResultLimits.head("x".repeat(2_001), 2_000)).isEqualTo("x".repeat(1_999) + "…");
  }

  @Test
  void noCharacterIsCutInHalf() {
    assertThat(ResultLimits.head("x".repeat(998) + PAINTER + "yy"))
        .isEqualTo("x".repeat(998) + "…");
  }
}
