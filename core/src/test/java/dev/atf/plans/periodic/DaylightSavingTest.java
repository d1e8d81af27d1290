package dev.atf.plans.periodic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.plans.periodic.WallClock.Wanted;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Covers every change of the clocks in these zones from 2024 to 2030, from two days before to two
 * days after. Hourly, daily and weekly schedules must fire when an observer who reads the clock
 * every minute says so. The fast level covers the changes of one year.
 */
final class DaylightSavingTest {
  private static final Instant FROM = Instant.parse("2024-01-01T00:00:00Z");
  private static final Instant UNTIL = Instant.parse("2031-01-01T00:00:00Z");
  private static final Duration AROUND = Duration.ofDays(2);
  private static final Set<DayOfWeek> EVERY_DAY = EnumSet.allOf(DayOfWeek.class);
  private static final Set<Integer> EVERY_HOUR = Wanted.all(24);

  /** Uses zones that change their clocks by an hour and by half an hour. */
  @ParameterizedTest
  @ValueSource(strings = {"Europe/Berlin", "Australia/Lord_Howe"})
  void transitionsOfAYearFireAsTheClockOnTheWallShows(String name) {
    var zone = ZoneId.of(name);
    var ofAYear = transitions(zone).subList(0, 2);

    assertThat(ofAYear)
        .extracting(ZoneOffsetTransition::isGap)
        .containsExactlyInAnyOrder(true, false);
    ofAYear.forEach(transition -> compare(zone, transition.getInstant()));
  }

  /**
   * Uses the same zones, and zones that change their clocks at 02:00 on a Sunday, at midnight,
   * across midnight, and by two hours.
   */
  @ParameterizedTest
  @CsvSource({
    "Europe/Berlin, 14",
    "Australia/Lord_Howe, 14",
    "America/New_York, 14",
    "Africa/Cairo, 14",
    "America/Santiago, 14",
    "Antarctica/Troll, 14",
  })
  @Tag("system")
  @Tag("P2")
  void everyTransitionFiresAsTheClockOnTheWallShows(String name, int count) {
    assertEveryTransition(ZoneId.of(name), count);
  }

  private static void assertEveryTransition(ZoneId zone, int count) {
    var transitions = transitions(zone);

    assertThat(transitions).hasSize(count);
    transitions.forEach(transition -> compare(zone, transition.getInstant()));
  }

  @Test
  @Tag("system")
  void aZoneThatMovesItsClocksForAFeastIsNoDifferent() {
    var zone = ZoneId.of("Africa/Casablanca");
    var transitions = transitions(zone);

    assertThat(transitions).hasSizeGreaterThanOrEqualTo(14);
    transitions.forEach(transition -> compare(zone, transition.getInstant()));
  }

  @Test
  void aZoneThatNeverMovesItsClocksIsNoDifferent() {
    var zone = ZoneId.of("Asia/Kathmandu");

    assertThat(transitions(zone)).isEmpty();
    compare(zone, Instant.parse("2024-03-31T01:00:00Z"));
  }

  private static void compare(ZoneId zone, Instant transition) {
    var from = transition.minus(AROUND).truncatedTo(ChronoUnit.MINUTES);
    var until = transition.plus(AROUND).truncatedTo(ChronoUnit.MINUTES);
    var clock = new WallClock(zone, from, until);
    var day = transition.atZone(zone).getDayOfWeek();
    schedules(day)
        .forEach(
            (expression, wanted) ->
                assertThat(fires(new Cron(expression, zone), from, until))
                    .as("%s in %s around %s", expression, zone, transition)
                    .isEqualTo(clock.fires(wanted)));
  }

  /** Returns the fires strictly between two times. */
  private static Set<Instant> fires(Cron cron, Instant from, Instant until) {
    var schedule = new Schedule(cron, null, until, Duration.ZERO);
    var plan = PlanId.of(PlanKind.PERIODIC, new LambdaName("tick"), "any");
    var found = new TreeSet<Instant>();
    new FireTimes(schedule, plan).preview(from, 10_000).forEach(fire -> found.add(fire.at()));
    return found;
  }

  private static Map<String, Wanted> schedules(DayOfWeek day) {
    var table = new LinkedHashMap<String, Wanted>();
    for (int minute : new int[] {0, 15, 30, 59}) {
      table.put(minute + " * * * *", wanted(Set.of(minute), EVERY_HOUR, EVERY_DAY, false));
      table.put(
          minute + " 0-3 * * *", wanted(Set.of(minute), Set.of(0, 1, 2, 3), EVERY_DAY, false));
      table.put(minute + " */2 * * *", wanted(Set.of(minute), even(), EVERY_DAY, false));
      table.put(minute + " 1,2 * * *", wanted(Set.of(minute), Set.of(1, 2), EVERY_DAY, true));
    }
    table.put("*/20 * * * *", wanted(Set.of(0, 20, 40), EVERY_HOUR, EVERY_DAY, false));
    table.put("*/20 2 * * *", wanted(Set.of(0, 20, 40), Set.of(2), EVERY_DAY, true));
    for (int hour = 0; hour < 24; hour++) {
      for (int minute : new int[] {0, 30}) {
        var at = minute + " " + hour;
        table.put(at + " * * *", wanted(Set.of(minute), Set.of(hour), EVERY_DAY, true));
        table.put(
            at + " * * " + day.getValue(),
            wanted(Set.of(minute), Set.of(hour), EnumSet.of(day), true));
      }
    }
    return table;
  }

  private static Set<Integer> even() {
    var hours = new TreeSet<Integer>();
    for (int hour = 0; hour < 24; hour += 2) {
      hours.add(hour);
    }
    return hours;
  }

  private static Wanted wanted(
      Set<Integer> minutes, Set<Integer> hours, Set<DayOfWeek> days, boolean fixedHours) {
    return new Wanted(minutes, hours, days, fixedHours);
  }

  private static List<ZoneOffsetTransition> transitions(ZoneId zone) {
    var found = new ArrayList<ZoneOffsetTransition>();
    var next = zone.getRules().nextTransition(FROM);
    while (next != null && next.getInstant().isBefore(UNTIL)) {
      found.add(next);
      next = zone.getRules().nextTransition(next.getInstant());
    }
    return found;
  }
}
