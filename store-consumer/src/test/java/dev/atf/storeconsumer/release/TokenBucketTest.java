package dev.atf.storeconsumer.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.storeconsumer.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TokenBucketTest {
  private static final Instant T = ManualClock.START;

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.3, 1, 7, 100, 1_000_000})
  void theBurstIsAtMostASecondAndAtLeastOne(double rate) {
    int burst = TokenBucket.full(rate, T).whole();

    assertThat(burst).isGreaterThanOrEqualTo(1).isLessThanOrEqualTo((int) Math.max(1, rate));
    assertThat(TokenBucket.full(rate, T).at(T.plusSeconds(3_600)).whole()).isEqualTo(burst);
  }

  @Test
  void itFillsWithTime() {
    var bucket = TokenBucket.full(10, T).without(5);

    assertThat(bucket.whole()).isZero();
    assertThat(bucket.at(T.plusMillis(99)).whole()).isZero();
    assertThat(bucket.at(T.plusMillis(100)).whole()).isEqualTo(1);
    assertThat(bucket.at(T.plusMillis(350)).whole()).isEqualTo(3);
  }

  @Test
  void itTellsWhenItsNextTokenComesAndThenThereIsOne() {
    for (double rate : new double[] {0.01, 1, 3, 7, 1_000}) {
      var bucket = TokenBucket.full(rate, T);
      var empty = bucket.without(bucket.whole());

      assertThat(empty.nextAt()).isAfter(T);
      assertThat(empty.at(empty.nextAt()).whole()).isEqualTo(1);
      assertThat(empty.at(empty.nextAt().minusMillis(1)).whole()).isZero();
    }
    assertThat(TokenBucket.full(3, T).nextAt()).isEqualTo(T);
  }

  @Test
  void aClockThatIsSetBackFillsNothingAndStopsNothing() {
    var bucket = TokenBucket.full(10, T).without(5).at(T.minusSeconds(3_600));

    assertThat(bucket.whole()).isZero();
    assertThat(bucket.at(T.minusSeconds(3_599)).whole()).isEqualTo(5);
  }

  @Test
  void anotherRateCountsFromNowOn() {
    var bucket = TokenBucket.full(10, T).without(5).withRate(100, T.plusMillis(100));

    assertThat(bucket.whole()).isEqualTo(1);
    assertThat(bucket.at(T.plusMillis(200)).whole()).isEqualTo(11);
    assertThat(TokenBucket.full(100, T).withRate(2, T.plus(Duration.ofSeconds(1))).whole())
        .isEqualTo(1);
  }
}
