package dev.atf.plans.periodic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.LambdaName;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

/**
 * Tests the fires of a schedule from its start to its end, with jitter, forwards, and the last of
 * many.
 */
final class FireTimesTest {
  private static final Instant NOON = Instant.parse("2024-06-01T12:00:00Z");
  private static final PlanId PLAN = PlanId.of(PlanKind.PERIODIC, new LambdaName("tick"), "any");
  private static final Recurrence MINUTELY = new Interval(Duration.ofMinutes(1), NOON);

  @Test
  void anIntervalKeepsItsDistanceBeforeAndAfterItsAnchor() {
    var recurrence = new Interval(Duration.ofSeconds(7), NOON);

    assertThat(recurrence.next(NOON)).contains(NOON.plusSeconds(7));
    assertThat(recurrence.next(NOON.minusMillis(1))).contains(NOON);
    assertThat(recurrence.next(NOON.minusSeconds(8))).contains(NOON.minusSeconds(7));
    assertThat(recurrence.next(NOON.plusMillis(6_999))).contains(NOON.plusSeconds(7));
  }

  @Test
  void anIntervalIsNeitherTooShortNorTooLong() {
    assertThatThrownBy(() -> new Interval(Duration.ofMillis(999), NOON))
        .hasMessageContaining("schedule.every: 999ms (expected: 1s to 366 days)");
    assertThatThrownBy(() -> new Interval(Duration.ofDays(367), NOON))
        .hasMessageContaining("schedule.every");
    assertThat(new Interval(Duration.ofSeconds(1), NOON).next(NOON)).contains(NOON.plusSeconds(1));
    assertThat(new Interval(Duration.ofDays(366), NOON).text()).isEqualTo("every PT8784H");
  }

  @Test
  void startIsInclusiveAndEndIsExclusive() {
    var bounded =
        times(new Schedule(MINUTELY, NOON.plusSeconds(60), NOON.plusSeconds(180), Duration.ZERO));

    assertThat(bounded.preview(NOON.minusSeconds(3_600), 10).stream().map(Fire::at))
        .containsExactly(NOON.plusSeconds(60), NOON.plusSeconds(120));
    var longer =
        times(
            new Schedule(MINUTELY, NOON.plusSeconds(60), NOON.plusMillis(180_001), Duration.ZERO));
    assertThat(longer.preview(NOON, 10)).hasSize(3);
  }

  @Test
  void aStartBetweenTwoFiresWaitsForTheNext() {
    var bounded = times(new Schedule(MINUTELY, NOON.plusMillis(1), null, Duration.ZERO));

    assertThat(bounded.next(NOON.minusSeconds(600)).orElseThrow().at())
        .isEqualTo(NOON.plusSeconds(60));
  }

  @Test
  void jitterIsTheSameForTheSameFireAndNeverMeetsTheNext() {
    var jittered = times(new Schedule(MINUTELY, null, null, Duration.ofHours(1)));
    var delays = new HashSet<Duration>();

    var fires = jittered.preview(NOON, 200);

    assertThat(jittered.preview(NOON, 200)).isEqualTo(fires);
    for (var fire : fires) {
      assertThat(jittered.fire(fire.at())).isEqualTo(fire);
      assertThat(fire.dueAt()).isBetween(fire.at(), fire.at().plusMillis(59_999));
      delays.add(Duration.between(fire.at(), fire.dueAt()));
    }
    assertThat(delays).hasSizeGreaterThan(150);
  }

  @Test
  void jitterReachesTheLastMillisecondBeforeTheNextFire() {
    var secondly = new Interval(Duration.ofSeconds(1), NOON);
    var jittered = times(new Schedule(secondly, null, null, Duration.ofHours(24)));

    assertThat(jittered.preview(NOON, 10_000))
        .allSatisfy(
            fire -> assertThat(fire.dueAt()).isBetween(fire.at(), fire.at().plusMillis(999)))
        .anySatisfy(fire -> assertThat(fire.dueAt()).isEqualTo(fire.at().plusMillis(999)));
  }

  @Test
  void noFireIsDueAfterTheLastYearOfTheProtocol() {
    var daily = new Interval(Duration.ofDays(1), NOON);
    var lastDay = Instant.parse("9999-12-31T00:00:00Z");
    var jittered = times(new Schedule(daily, null, null, Duration.ofHours(24)));

    assertThat(times(Schedule.of(daily)).preview(lastDay, 3)).hasSize(1);
    assertThat(jittered.preview(lastDay, 3)).isEmpty();
  }

  @Test
  void aMemberNamesTheTimeOfItsFire() {
    var fire = new Fire(NOON, NOON.plusMillis(3));

    assertThat(fire.member()).isEqualTo("2024-06-01T12:00:00Z");
    assertThat(Fire.at(fire.member())).contains(NOON);
    assertThat(Fire.at(Fire.BACKFILLED + fire.member())).contains(NOON);
    assertThat(Fire.at(Fire.TRIGGERED + "0123")).isEmpty();
  }

  @Test
  void jitterIsNotMoreThanItSays() {
    var jittered = times(new Schedule(MINUTELY, null, null, Duration.ofMillis(3)));

    assertThat(jittered.preview(NOON, 200))
        .allSatisfy(fire -> assertThat(fire.dueAt()).isBetween(fire.at(), fire.at().plusMillis(3)))
        .anySatisfy(fire -> assertThat(fire.dueAt()).isEqualTo(fire.at()))
        .anySatisfy(fire -> assertThat(fire.dueAt()).isEqualTo(fire.at().plusMillis(3)));
  }

  @Test
  void twoPlansOfOneScheduleDoNotFireTogether() {
    var schedule = new Schedule(MINUTELY, null, null, Duration.ofSeconds(30));
    var other = PlanId.of(PlanKind.PERIODIC, new LambdaName("tick"), "other");

    assertThat(new FireTimes(schedule, PLAN).preview(NOON, 3))
        .isNotEqualTo(new FireTimes(schedule, other).preview(NOON, 3));
  }

  @Test
  void theLastOfManyAreFoundFromTheirEnd() {
    var minutely = times(Schedule.of(MINUTELY));
    var yearAgo = NOON.minus(Duration.ofDays(365));

    assertThat(minutely.latest(yearAgo, NOON, 3).stream().map(Fire::at))
        .containsExactly(NOON.minusSeconds(120), NOON.minusSeconds(60), NOON);
    assertThat(minutely.latest(NOON.minusSeconds(60), NOON, 3).stream().map(Fire::at))
        .containsExactly(NOON);
    assertThat(minutely.latest(NOON, NOON, 3)).isEmpty();
  }

  @Test
  void theLastOfRareOnesAreFoundToo() {
    var yearly = times(Schedule.of(new Cron("@yearly", ZoneOffset.UTC)));

    assertThat(yearly.latest(Instant.parse("2000-01-01T00:00:00Z"), NOON, 2).stream().map(Fire::at))
        .containsExactly(
            Instant.parse("2023-01-01T00:00:00Z"), Instant.parse("2024-01-01T00:00:00Z"));
  }

  @Test
  void aScheduleWhoseEndIsNotAfterItsStartIsRefused() {
    assertThatThrownBy(() -> new Schedule(MINUTELY, NOON, NOON, Duration.ofHours(25)))
        .hasMessageContaining("schedule.until: " + NOON + " (expected: after schedule.startAt, ")
        .hasMessageContaining("schedule.jitter: 90000s (expected: 0s to 24 hours)");
  }

  private static FireTimes times(Schedule schedule) {
    return new FireTimes(schedule, PLAN);
  }
}
