package dev.atf.model.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RampTest {
  private static final Ramp RAMP = new Ramp(10, Duration.ofSeconds(5));

  @Test
  void allowsTheRateOfEachStepWhichDoubles() {
    assertThat(RAMP.total(Duration.ofSeconds(-1))).isZero();
    assertThat(RAMP.total(Duration.ZERO)).isZero();
    assertThat(RAMP.total(Duration.ofSeconds(1))).isEqualTo(10);
    assertThat(RAMP.total(Duration.ofSeconds(5))).isEqualTo(50);
    assertThat(RAMP.total(Duration.ofSeconds(6))).isEqualTo(70);
    assertThat(RAMP.total(Duration.ofSeconds(15))).isEqualTo(50 + 100 + 200);
    assertThat(RAMP.rate(Duration.ofSeconds(-7))).isEqualTo(10);
    assertThat(RAMP.rate(Duration.ofSeconds(10))).isEqualTo(40);
  }

  @Test
  void thatOfConditionsReleasesTenThousandInLessThanTwentySeconds() {
    assertThat(Ramp.OF_CONDITIONS.total(Duration.ofSeconds(19))).isGreaterThan(10_000);
    assertThat(Ramp.OF_CONDITIONS.total(Duration.ofSeconds(1))).isEqualTo(50);
  }
}
