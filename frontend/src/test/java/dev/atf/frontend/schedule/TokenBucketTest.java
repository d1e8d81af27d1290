package dev.atf.frontend.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class TokenBucketTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void aFullBucketHoldsOneSecondsWorthAndNoMore() {
    assertThat(takeAll(TokenBucket.full(5, 0), 5, 0)).isEqualTo(5);
    assertThat(takeAll(TokenBucket.full(5, 0), 5, 3_600 * SECOND)).isEqualTo(5);
  }

  @Test
  void aSlowRateHoldsOneToken() {
    var bucket = TokenBucket.full(0.1, 0);

    assertThat(takeAll(bucket, 0.1, 0)).isEqualTo(1);
    assertThat(takeAll(bucket.take(0.1, 0).left(), 0.1, 9 * SECOND)).isZero();
    assertThat(takeAll(bucket.take(0.1, 0).left(), 0.1, 10 * SECOND)).isEqualTo(1);
  }

  @Test
  void theWaitIsExact() {
    var empty = TokenBucket.full(4, 0);
    for (int i = 0; i < 4; i++) {
      empty = empty.take(4, 0).left();
    }

    var refused = empty.take(4, 100_000_000);
    var tooEarly = refused.left().take(4, 100_000_000 + refused.untilNext().toNanos() - 1_000_000);
    var inTime = refused.left().take(4, 100_000_000 + refused.untilNext().toNanos());

    assertThat(refused.granted()).isFalse();
    assertThat(refused.untilNext()).isEqualTo(Duration.ofMillis(150));
    assertThat(tooEarly.granted()).isFalse();
    assertThat(inTime.granted()).isTrue();
  }

  @Test
  void overALongTimeTheRateHoldsHoweverOftenItIsAsked() {
    var bucket = TokenBucket.full(7, 0);
    int granted = 0;
    for (long now = 0; now <= 100 * SECOND; now += 3_333_333) {
      var taken = bucket.take(7, now);
      bucket = taken.left();
      granted += taken.granted() ? 1 : 0;
    }

    assertThat(granted).isBetween(700, 708);
  }

  @Test
  void aTokenThatComesBackCanBeTakenAgainButNotHoarded() {
    var empty = TokenBucket.full(1, 0).take(1, 0).left();

    assertThat(takeAll(empty.giveBack(), 1, 0)).isEqualTo(1);
    assertThat(takeAll(TokenBucket.full(1, 0).giveBack().giveBack(), 1, 0)).isEqualTo(1);
  }

  private static int takeAll(TokenBucket start, double rate, long now) {
    var bucket = start;
    for (int granted = 0; ; granted++) {
      var taken = bucket.take(rate, now);
      if (!taken.granted()) {
        return granted;
      }
      bucket = taken.left();
    }
  }
}
