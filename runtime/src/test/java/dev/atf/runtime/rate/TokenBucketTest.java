package dev.atf.runtime.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TokenBucketTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.3, 1, 7, 100, 1_000_000})
  void gathersItsBurstAndNoMore(double rate) {
    var full = TokenBucket.full(rate, rate / 2, 0);

    assertThat(full.whole()).isEqualTo((int) Math.max(1, rate / 2));
    assertThat(full.at(3_600 * SECOND).whole()).isEqualTo(full.whole());
  }

  @Test
  void slowRateGathersOneToken() {
    var empty = TokenBucket.full(0.1, 0.1, 0).without(1);

    assertThat(empty.whole()).isZero();
    assertThat(empty.at(9 * SECOND).whole()).isZero();
    assertThat(empty.at(10 * SECOND).whole()).isEqualTo(1);
    assertThat(empty.at(3_600 * SECOND).whole()).isEqualTo(1);
  }

  @Test
  void fillsWithTime() {
    var empty = TokenBucket.full(10, 5, 0).without(5);

    assertThat(empty.whole()).isZero();
    assertThat(empty.at(99 * MILLI).whole()).isZero();
    assertThat(empty.at(100 * MILLI).whole()).isEqualTo(1);
    assertThat(empty.at(350 * MILLI).whole()).isEqualTo(3);
  }

  @Test
  void waitIsExact() {
    var refused = TokenBucket.full(4, 4, 0).without(4).at(100 * MILLI);
    var wait = refused.untilNext();

    assertThat(wait).isEqualTo(Duration.ofMillis(150));
    assertThat(refused.at(100 * MILLI + wait.toNanos() - MILLI).whole()).isZero();
    assertThat(refused.at(100 * MILLI + wait.toNanos()).whole()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 1, 3, 7, 1_000})
  void tokenIsThereAfterTheWait(double rate) {
    var full = TokenBucket.full(rate, rate / 2, 0);
    var empty = full.without(full.whole());

    assertThat(full.untilNext()).isZero();
    assertThat(empty.untilNext()).isPositive();
    assertThat(empty.at(empty.untilNext().toNanos()).whole()).isEqualTo(1);
    assertThat(empty.at(empty.untilNext().toNanos() - MILLI / 2).whole()).isZero();
  }

  @Test
  void keepsItsRateHoweverOftenItIsAsked() {
    var bucket = TokenBucket.full(7, 7, 0);
    int taken = 0;
    for (long now = 0; now <= 100 * SECOND; now += 3_333_333) {
      bucket = bucket.at(now);
      int whole = bucket.whole();
      bucket = bucket.without(whole);
      taken += whole;
    }

    assertThat(taken).isBetween(700, 708);
  }

  @Test
  void returnedTokenCanBeTakenAgainButDoesNotExceedTheBurst() {
    var full = TokenBucket.full(1, 1, 0);

    assertThat(full.without(1).without(-1).at(0).whole()).isEqualTo(1);
    assertThat(full.without(-1).without(-1).at(0).whole()).isEqualTo(1);
  }

  @Test
  void debtIsPaidBeforeTheNextToken() {
    var indebted = TokenBucket.full(10, 5, 0).without(10);

    assertThat(indebted.whole()).isZero();
    assertThat(indebted.untilNext()).isEqualTo(Duration.ofMillis(600));
    assertThat(indebted.at(600 * MILLI).whole()).isEqualTo(1);
  }

  @Test
  void clockThatIsSetBackFillsNothingAndStopsNothing() {
    var bucket = TokenBucket.full(10, 5, 3_600 * SECOND).without(5).at(0);

    assertThat(bucket.whole()).isZero();
    assertThat(bucket.at(SECOND).whole()).isEqualTo(5);
  }

  @Test
  void newRateCountsFromNowOn() {
    var bucket = TokenBucket.full(10, 5, 0).without(5).withRate(100, 50, 100 * MILLI);

    assertThat(bucket.whole()).isEqualTo(1);
    assertThat(bucket.at(200 * MILLI).whole()).isEqualTo(11);
    assertThat(TokenBucket.full(100, 50, 0).withRate(2, 1, SECOND).whole()).isEqualTo(1);
  }
}
