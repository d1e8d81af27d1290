package dev.atf.plans.periodic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.plans.periodic.WallClock.Wanted;
import java.lang.management.ManagementFactory;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the meaning of expressions, their refusals, and their behaviour when clocks change. */
final class CronTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  @ParameterizedTest
  @CsvSource({
    "0 9 * * 1-5, 2024-01-05T09:00:00Z, 2024-01-08T09:00:00Z",
    "0 0 13 * 5, 2024-01-12T00:00:00Z, 2024-01-13T00:00:00Z",
    "0 0 29 2 *, 2024-02-29T00:00:00Z, 2028-02-29T00:00:00Z",
    "0 0 L * *, 2024-01-31T00:00:00Z, 2024-02-29T00:00:00Z",
    "0 0 * * 5#2, 2024-01-12T00:00:00Z, 2024-02-09T00:00:00Z",
    "0 0 * * SUN, 2024-01-07T00:00:00Z, 2024-01-14T00:00:00Z",
    "0 0 * * 7, 2024-01-07T00:00:00Z, 2024-01-14T00:00:00Z",
    "*/10 * * * * *, 2024-01-01T00:00:50Z, 2024-01-01T00:01:00Z",
    "30 0 12 * * *, 2024-01-01T12:00:30Z, 2024-01-02T12:00:30Z",
    "@hourly, 2024-01-01T00:00:00Z, 2024-01-01T01:00:00Z",
    "@Weekly, 2024-01-07T00:00:00Z, 2024-01-14T00:00:00Z",
    "@monthly, 2024-01-01T00:00:00Z, 2024-02-01T00:00:00Z",
    "'  5   4 * * *  ', 2024-01-01T04:05:00Z, 2024-01-02T04:05:00Z",
    "'0 0 L,15 * *', 2024-11-15T00:00:00Z, 2024-11-30T00:00:00Z",
    "0 0 30W 11 *, 2025-11-28T00:00:00Z, 2026-11-30T00:00:00Z",
    "0 0 30W * *, 2027-01-29T00:00:00Z, 2027-03-30T00:00:00Z",
    "0 0 ? * SUN-TUE, 2024-01-02T00:00:00Z, 2024-01-07T00:00:00Z",
    "0 0 * * FRI-MON, 2024-01-01T00:00:00Z, 2024-01-05T00:00:00Z",
    "0 22-2 * * *, 2024-01-01T02:00:00Z, 2024-01-01T22:00:00Z",
    "0 0 1 NOV-FEB ?, 2024-02-01T00:00:00Z, 2024-11-01T00:00:00Z",
    "/20 * * * *, 2024-01-01T00:40:00Z, 2024-01-01T01:00:00Z",
    "0 0 */1 * 1, 2024-01-01T00:00:00Z, 2024-01-08T00:00:00Z",
    "0 0 * * L, 2024-01-07T00:00:00Z, 2024-01-14T00:00:00Z",
    "0 0 * * SUN/3, 2024-01-06T00:00:00Z, 2024-01-07T00:00:00Z",
    "0 0 * * 1/2, 2024-01-05T00:00:00Z, 2024-01-07T00:00:00Z",
  })
  void expressionsNameTheirTimes(String expression, Instant one, Instant following) {
    var cron = new Cron(expression, ZoneOffset.UTC);

    assertThat(cron.next(one)).contains(following);
    assertThat(cron.next(one.minusMillis(1))).contains(one);
    assertThat(cron.next(one.plusMillis(1))).contains(following);
    assertThat(cron.next(following.minusMillis(1))).contains(following);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "* * * *",
        "* * * * * * *",
        "60 * * * *",
        "* 24 * * *",
        "* * 0 * *",
        "* * * 13 *",
        "* * * * 8",
        "10-5 * * * *",
        "*/0 * * * *",
        "@reboot",
        "0 0 * * *|1",
        "often",
        "0 0 30 2 *",
        "0 0 31 4,6 *",
        "0 0 30W 2 *",
        "0 0 L-0 * *",
        "0 0 0W * *",
        "0 0 32W * *",
        "0 0 5L * *",
        "0 0 W * *",
        "0 0 * L *",
        "0 0 * * 5#6",
        "0 0 * * 5#0",
        "0 0 * * 8L",
        "0 0 * * L-3",
        "0 0 * * L#2",
        "0 0 1,,2 * *",
        "0 0 1, * *",
        "0 0 *,? * *",
        "? 0 * * *",
        "1/2/3 * * * *",
        "*-5 * * * *",
        "99999999999 * * * *",
      })
  void rejectsMalformedExpressions(String expression) {
    assertThatThrownBy(() -> new Cron(expression, ZoneOffset.UTC))
        .hasMessageStartingWith("schedule.cron: ")
        .hasMessageContaining("(expected: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "61 * * * * | minutes of 0 to 59, not 61",
        "* 24 * 13 * | hours of 0 to 23, not 24; months of 1 to 12, not 13",
        "60 * * * * * | seconds of 0 to 59, not 60",
        "* * * * 8 | days of the week of 0 to 7, not 8",
        "* * * * | 5 fields (minute hour day-of-month month day-of-week), 6 with seconds before"
            + " them, or one of @hourly @daily @weekly @monthly @yearly"
      })
  void namesTheFieldsThatAreWrong(String expression, String expected) {
    assertThatThrownBy(() -> new Cron(expression, ZoneOffset.UTC))
        .hasMessage("schedule.cron: " + expression + " (expected: " + expected + ")");
  }

  /** The calendar repeats after 400 years, in which the next 29 February may be 8 years away. */
  @Test
  void rareDaysAreFoundHoweverFarTheyAre() {
    assertThat(new Cron("0 0 29 2 *", ZoneOffset.UTC).next(Instant.parse("2096-03-01T00:00:00Z")))
        .contains(Instant.parse("2104-02-29T00:00:00Z"));
    assertThat(
            new Cron("0 0 ? 2 MON#5", ZoneOffset.UTC).next(Instant.parse("2072-03-01T00:00:00Z")))
        .contains(Instant.parse("2112-02-29T00:00:00Z"));
  }

  /** A caller may ask for a thousand fires of such an expression at once. */
  @Test
  @Tag("T16")
  void aRareDayIsSearchedOnceAlsoWhereTheClocksChange() {
    var rare = "0 0 ? 2 " + String.join(",", Collections.nCopies(27, "MON#5"));
    var unchanged = new Cron(rare, ZoneOffset.UTC);
    var changing = new Cron(rare, BERLIN);

    double least = Double.MAX_VALUE;
    for (int i = 0; i < 10 && least > 10; i++) {
      least = Math.min(least, (double) nanos(changing) / nanos(unchanged));
    }

    // The clocks of these forty years change eighty times.
    assertThat(least).isLessThan(10);
  }

  private static long nanos(Cron cron) {
    var threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < 20; i++) {
      assertThat(cron.next(Instant.parse("2072-03-01T00:00:00Z"))).isPresent();
    }
    return Math.max(1, threads.getCurrentThreadCpuTime() - before);
  }

  @Test
  void anExpressionHasTwoHundredCharactersAtMost() {
    var longest = "0 0" + " ".repeat(192) + "* * *";

    assertThat(longest).hasSize(200);
    assertThat(new Cron("  " + longest, ZoneOffset.UTC).next(Instant.EPOCH))
        .contains(Instant.EPOCH.plusSeconds(86_400));
    assertThatThrownBy(() -> new Cron(longest.replace("0 0", "0  0"), ZoneOffset.UTC))
        .hasMessageStartingWith("schedule.cron: ");
  }

  @Test
  void anExpressionIsShownWithItsZone() {
    var cron = new Cron("0 9 * * 1-5", BERLIN);

    assertThat(cron.expression()).isEqualTo("0 9 * * 1-5");
    assertThat(cron.text()).isEqualTo("0 9 * * 1-5 (Europe/Berlin)");
  }

  @Test
  void anUnknownZoneIsRefusedByItsField() {
    assertThatThrownBy(() -> Cron.of("@daily", "Europe/Atlantis"))
        .hasMessageStartingWith("schedule.timeZone: Europe/Atlantis (expected: ");
  }

  @Test
  void aTimeThatTheClocksLeaveOutFiresRightAfterTheGap() {
    var nightly = new Cron("30 2 * * *", BERLIN);

    assertThat(nightly.next(Instant.parse("2024-03-30T12:00:00Z")))
        .contains(Instant.parse("2024-03-31T01:00:00Z"));
    assertThat(nightly.next(Instant.parse("2024-03-31T01:00:00Z")))
        .contains(Instant.parse("2024-04-01T00:30:00Z"));
  }

  @Test
  void manyTimesOfOneGapFireOnce() {
    var often = new Cron("*/5 2 * * *", BERLIN);

    assertThat(often.next(Instant.parse("2024-03-31T00:59:59Z")))
        .contains(Instant.parse("2024-03-31T01:00:00Z"));
    assertThat(often.next(Instant.parse("2024-03-31T01:00:00Z")))
        .contains(Instant.parse("2024-04-01T00:00:00Z"));
  }

  @Test
  void aTimeThatComesTwiceFiresTheFirstTime() {
    var nightly = new Cron("30 2 * * *", BERLIN);

    assertThat(nightly.next(Instant.parse("2024-10-26T12:00:00Z")))
        .contains(Instant.parse("2024-10-27T00:30:00Z"));
    assertThat(nightly.next(Instant.parse("2024-10-27T00:30:00Z")))
        .contains(Instant.parse("2024-10-28T01:30:00Z"));
    assertThat(nightly.next(Instant.parse("2024-10-27T01:15:00Z")))
        .as("asked for during the second passage")
        .contains(Instant.parse("2024-10-28T01:30:00Z"));
  }

  @Test
  void hourlyGoesOnAsRealTimePasses() {
    var hourly = new Cron("30 * * * *", BERLIN);

    assertThat(hourly.next(Instant.parse("2024-10-27T00:30:00Z")))
        .contains(Instant.parse("2024-10-27T01:30:00Z"));
  }

  @Test
  @Tag("P2")
  void expressionsAgreeWithAClockThatIsReadEveryMinute() {
    var random = new Random(8);
    var from = Instant.parse("2024-02-26T00:00:00Z");
    var until = from.plus(Duration.ofDays(9));
    var clock = new WallClock(ZoneOffset.UTC, from, until);
    for (int i = 0; i < 300; i++) {
      var minutes = some(random, 60);
      var hours = some(random, 24);
      var days = some(random, 7);
      var expression = list(minutes) + " " + list(hours) + " * * " + list(days);

      assertThat(fires(new Cron(expression, ZoneOffset.UTC), from, until))
          .as(expression)
          .isEqualTo(clock.fires(new Wanted(minutes, hours, weekdays(days), true)));
    }
  }

  private static Set<Instant> fires(Cron cron, Instant from, Instant until) {
    var found = new TreeSet<Instant>();
    var next = cron.next(from);
    while (next.isPresent() && next.get().isBefore(until)) {
      found.add(next.get());
      next = cron.next(next.get());
    }
    return found;
  }

  private static Set<Integer> some(Random random, int end) {
    return random.ints(1 + random.nextInt(3), 0, end).boxed().collect(Collectors.toSet());
  }

  private static String list(Set<Integer> values) {
    return values.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static Set<DayOfWeek> weekdays(Set<Integer> numbers) {
    return Arrays.stream(DayOfWeek.values())
        .filter(day -> numbers.contains(day.getValue() % 7))
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(DayOfWeek.class)));
  }
}
