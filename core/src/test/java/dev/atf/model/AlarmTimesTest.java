package dev.atf.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class AlarmTimesTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant FAR = NOW.plus(Duration.ofDays(30));
  private static final AlarmTimes TIMES = AlarmTimes.DEFAULT;

  @Test
  void theIntervalDoublesUpToItsCap() {
    assertThat(TIMES.afterCheck(NOW, 1, FAR)).isEqualTo(NOW.plusSeconds(60));
    assertThat(TIMES.afterCheck(NOW, 4, FAR)).isEqualTo(NOW.plusSeconds(480));
    assertThat(TIMES.afterCheck(NOW, 400, FAR)).isEqualTo(NOW.plusSeconds(480));
  }

  @Test
  void noAlarmIsLaterThanTheDeadline() {
    assertThat(TIMES.afterCheck(NOW, 4, NOW.plusSeconds(10))).isEqualTo(NOW.plusSeconds(10));
    assertThat(AlarmTimes.withDeadline(NOW.plusSeconds(30), NOW.plusSeconds(10)))
        .isEqualTo(NOW.plusSeconds(10));
    assertThat(AlarmTimes.withDeadline(NOW.plusSeconds(5), NOW.plusSeconds(10)))
        .isEqualTo(NOW.plusSeconds(5));
  }

  @Test
  void theFirstAlarmIsInTheLastTwentiethOfTheTimeout() {
    var random = new Random(3);

    for (int i = 0; i < 1_000; i++) {
      assertThat(TIMES.afterRelease(NOW, random))
          .isBetween(NOW.plusMillis(28_500), NOW.plusSeconds(30));
    }
  }

  @Test
  void aRefusedPushIsTriedSoonAndLessSoonEachTime() {
    var random = new Random(3);

    for (int i = 0; i < 1_000; i++) {
      assertThat(TIMES.afterRefusal(NOW, 1, random))
          .isBetween(NOW.plusMillis(500), NOW.plusSeconds(2));
      assertThat(TIMES.afterRefusal(NOW, 100, random))
          .isBetween(NOW.plusSeconds(8), NOW.plusSeconds(30));
    }
  }

  @Test
  void everyTimeOfAnIntervalCanBeDrawn() {
    var least = always(0);
    var greatest = always(-1);

    assertThat(TIMES.afterRelease(NOW, least)).isEqualTo(NOW.plusSeconds(30));
    assertThat(TIMES.afterRelease(NOW, greatest)).isEqualTo(NOW.plusMillis(28_500));
    assertThat(TIMES.afterRefusal(NOW, 1, least)).isEqualTo(NOW.plusMillis(500));
    assertThat(TIMES.afterRefusal(NOW, 1, greatest)).isEqualTo(NOW.plusSeconds(2));
    assertThat(TIMES.afterRefusal(NOW, 2, greatest)).isEqualTo(NOW.plusSeconds(4));
  }

  /** Returns a source of the least of each range, or with −1 of the greatest. */
  private static RandomGenerator always(long end) {
    return new RandomGenerator() {
      @Override
      public long nextLong() {
        throw new UnsupportedOperationException("only ranges are drawn from");
      }

      @Override
      public long nextLong(long bound) {
        return Math.floorMod(end, bound);
      }
    };
  }

  @Test
  void alarmsAreWholeMilliseconds() {
    var release = TIMES.afterRelease(NOW.plusNanos(1), new Random(3));
    var look = TIMES.afterCheck(NOW.plusNanos(1), 1, FAR);

    assertThat(release).isEqualTo(release.truncatedTo(ChronoUnit.MILLIS));
    assertThat(look).isEqualTo(look.truncatedTo(ChronoUnit.MILLIS));
  }
}
