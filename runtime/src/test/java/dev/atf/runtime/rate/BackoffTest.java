package dev.atf.runtime.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BackoffTest {
  private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1));

  @ParameterizedTest
  @CsvSource({"1, 100", "2, 200", "3, 400", "4, 800", "5, 1000", "1000, 1000"})
  void boundDoublesUpToTheGreatest(int failures, long boundMillis) {
    var random = new Random(failures);
    long longest = 0;
    for (int draw = 0; draw < 2_000; draw++) {
      long pause = BACKOFF.after(failures, random).toMillis();
      long half = BACKOFF.upperHalfAfter(failures, random).toMillis();
      assertThat(pause).isBetween(1L, boundMillis);
      assertThat(half).isBetween(boundMillis / 2, boundMillis);
      longest = Math.max(longest, pause);
    }
    assertThat(longest).isGreaterThan(boundMillis * 9 / 10);
  }
}
