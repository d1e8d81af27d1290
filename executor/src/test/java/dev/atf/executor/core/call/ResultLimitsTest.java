package dev.atf.executor.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ResultLimitsTest {
  private static final String PAINTER = "\uD83D\uDC68";

  @Test
  void aTextOfTheBoundIsKept() {
    var text = "x".repeat(1_000);

    assertThat(ResultLimits.head(text)).isEqualTo(text);
    assertThat(ResultLimits.tail(text)).isEqualTo(text);
  }

  @Test
  void aLongerTextIsCutAtTheBoundBetweenTwoCharacters() {
    assertThat(ResultLimits.head("x".repeat(1_001))).isEqualTo("x".repeat(999) + "…");
    assertThat(ResultLimits.tail("x".repeat(1_001))).isEqualTo("…" + "x".repeat(999));
    assertThat(ResultLimits.head("x".repeat(997) + PAINTER + "yy"))
        .isEqualTo("x".repeat(997) + PAINTER + "…");
    assertThat(ResultLimits.tail("yy" + PAINTER + "x".repeat(997)))
        .isEqualTo("…" + PAINTER + "x".repeat(997));
  }

  @Test
  void noCharacterIsCutInHalf() {
    assertThat(ResultLimits.head("x".repeat(998) + PAINTER + "yy"))
        .isEqualTo("x".repeat(998) + "…");
    assertThat(ResultLimits.tail("yy" + PAINTER + "x".repeat(998)))
        .isEqualTo("…" + "x".repeat(998));
  }
}
