package dev.atf.model.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.check.FieldViolation;
import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exponential backoff with full jitter. */
final class RetryPolicyTest {
  private static final RetryPolicy POLICY =
      new RetryPolicy(1_000, Duration.ofSeconds(1), Duration.ofMinutes(15), 2, RetryBudget.DEFAULT);

  @Test
  void theBoundDoublesUntilItsMaximum() {
    var highest = always(Math.nextDown(1.0));

    assertThat(POLICY.backoff(1, highest)).isEqualTo(Duration.ofSeconds(1));
    assertThat(POLICY.backoff(2, highest)).isEqualTo(Duration.ofSeconds(2));
    assertThat(POLICY.backoff(3, highest)).isEqualTo(Duration.ofSeconds(4));
    assertThat(POLICY.backoff(10, highest)).isEqualTo(Duration.ofSeconds(512));
    assertThat(POLICY.backoff(11, highest)).isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void theThousandthAttemptDoesNotOverflow() {
    assertThat(POLICY.backoff(1_000, always(Math.nextDown(1.0)))).isEqualTo(Duration.ofMinutes(15));
    var steep =
        new RetryPolicy(1_000, Duration.ofHours(1), Duration.ofDays(365), 100, RetryBudget.DEFAULT);
    assertThat(steep.backoff(1_000, always(Math.nextDown(1.0)))).isEqualTo(Duration.ofDays(365));
  }

  @Test
  void aDelayIsNeverZero() {
    assertThat(POLICY.backoff(1, always(0))).isEqualTo(Duration.ofMillis(1));
  }

  @Test
  void theWholeDelayIsDrawn() {
    var random = new Random(42);
    int quarters = 0;
    for (int i = 0; i < 1_000; i++) {
      var delay = POLICY.backoff(4, random);
      assertThat(delay).isBetween(Duration.ofMillis(1), Duration.ofSeconds(8));
      quarters |= 1 << ((delay.toMillis() - 1) / 2_000);
    }
    assertThat(quarters).as("each quarter of the range was met").isEqualTo(0b1111);
  }

  @Test
  void valuesOutsideTheirBoundsAreRefusedTogether() {
    assertThat(
            RetryPolicy.violations(0, Duration.ZERO, Duration.ofSeconds(-1), Double.NaN).stream()
                .map(FieldViolation::field))
        .containsExactly(
            "retry.maxAttempts", "retry.initialBackoff", "retry.maxBackoff", "retry.multiplier");
    for (double multiplier : new double[] {0.99, 100.1, Double.POSITIVE_INFINITY, Double.NaN}) {
      assertThatThrownBy(
              () ->
                  new RetryPolicy(
                      1,
                      Duration.ofSeconds(1),
                      Duration.ofSeconds(1),
                      multiplier,
                      RetryBudget.DEFAULT))
          .hasMessageContaining("retry.multiplier: " + multiplier);
    }
    assertThat(RetryPolicy.violations(1_001, Duration.ofSeconds(2), Duration.ofSeconds(1), 1))
        .hasSize(2);
    assertThat(RetryPolicy.violations(1_000, Duration.ofMillis(1), Duration.ofMillis(1), 1))
        .isEmpty();
    assertThat(RetryPolicy.violations(1, Duration.ofMillis(1), Duration.ofMillis(1), 100))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.001, ",
    "10, 100000, ",
    "-0.001, 1, retry.budgetRatio",
    "10.001, 1, retry.budgetRatio",
    "NaN, 1, retry.budgetRatio",
    "1, 0, retry.budgetPerSecond",
    "1, 100000.1, retry.budgetPerSecond",
    "1, NaN, retry.budgetPerSecond",
  })
  void aBudgetHasARatioOfZeroToTenAndAtLeastSomeRetriesPerSecond(
      double ratio, double perSecond, @Nullable String wrong) {
    if (wrong == null) {
      assertThat(RetryBudget.violations(ratio, perSecond)).isEmpty();
      assertThat(new RetryBudget(ratio, perSecond).ratio()).isEqualTo(ratio);
    } else {
      assertThat(RetryBudget.violations(ratio, perSecond))
          .extracting(FieldViolation::field)
          .containsExactly(wrong);
      assertThatThrownBy(() -> new RetryBudget(ratio, perSecond)).hasMessageContaining(wrong);
    }
  }

  private static RandomGenerator always(double value) {
    return new RandomGenerator() {
      @Override
      public long nextLong() {
        throw new UnsupportedOperationException("only doubles are drawn");
      }

      @Override
      public double nextDouble() {
        return value;
      }
    };
  }
}
