package dev.atf.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class AlarmTimesTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant FAR = NOW.plus(Duration.ofDays(30));
  private static final AlarmTimes TIMES = AlarmTimes.DEFAULT;

  @Test
  void theIntervalDoublesUpToItsCap() {
    assertThat(TIMES.afterLook(NOW, 1, FAR)).isEqualTo(NOW.plusSeconds(60));
    assertThat(TIMES.afterLook(NOW, 4, FAR)).isEqualTo(NOW.plusSeconds(480));
    assertThat(TIMES.afterLook(NOW, 400, FAR)).isEqualTo(NOW.plusSeconds(480));
  }

  @Test
  void noAlarmIsLaterThanTheDeadline() {
    assertThat(TIMES.afterLook(NOW, 4, NOW.plusSeconds(10))).isEqualTo(NOW.plusSeconds(10));
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
  void alarmsAreWholeMilliseconds() {
    var release = TIMES.afterRelease(NOW.plusNanos(1), new Random(3));
    var look = TIMES.afterLook(NOW.plusNanos(1), 1, FAR);

    assertThat(release).isEqualTo(release.truncatedTo(ChronoUnit.MILLIS));
    assertThat(look).isEqualTo(look.truncatedTo(ChronoUnit.MILLIS));
  }
}
