package dev.atf.plans.periodic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.check.InvalidFieldException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares random expressions with a calendar that is read day by day for eight years. The oracle
 * is based on the grammar of docs/periodic.md and not on the code: it generates each part of a
 * field together with the days that it names.
 */
final class CronOracleTest {
  private static final LocalDate FROM = LocalDate.of(2024, 1, 1);
  private static final LocalDate UNTIL = LocalDate.of(2032, 1, 1);
  private static final List<LocalDate> CALENDAR = FROM.datesUntil(UNTIL).toList();
  private static final List<String> MONTHS =
      List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");
  private static final List<String> WEEKDAYS =
      List.of("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN");

  /** Part of a field's list, and the values that it names. */
  private record Part<T>(String text, Predicate<T> names) {}

  /**
   * Field.
   *
   * @param any whether it is {@code *}, {@code *}{@code /1} or {@code ?}
   */
  private record Field<T>(String text, boolean any, Predicate<T> names) {
    static <T> Field<T> any(String text) {
      return new Field<>(text, true, value -> true);
    }

    static <T> Field<T> list(List<Part<T>> parts) {
      var text = parts.stream().map(Part::text).collect(Collectors.joining(","));
      return new Field<>(
          text,
          text.equals("*/1"),
          value -> parts.stream().anyMatch(part -> part.names().test(value)));
    }
  }

  private static final List<Part<LocalDate>> SPECIAL_DAYS_OF_MONTH =
      specialDaysOfMonth().map(CronOracleTest::read).toList();
  private static final List<Part<LocalDate>> SPECIAL_DAYS_OF_WEEK =
      specialDaysOfWeek().map(CronOracleTest::read).toList();

  private final Random random = new Random(20);

  /** Returns a part whose days were read from the calendar once. */
  private static Part<LocalDate> read(Part<LocalDate> part) {
    return new Part<>(
        part.text(), CALENDAR.stream().filter(part.names()).collect(Collectors.toSet())::contains);
  }

  @Test
  @Tag("P10")
  void everySpecialDayAgreesWithTheCalendarAloneAndInLists() {
    var month = Field.<LocalDate>any("*");
    for (var part : SPECIAL_DAYS_OF_MONTH) {
      for (var list : inLists(part, dayOfMonth(15))) {
        compare(Field.list(list), month, Field.any("*"));
      }
    }
    for (var part : SPECIAL_DAYS_OF_WEEK) {
      for (var list : inLists(part, dayOfWeek(3))) {
        compare(Field.any("?"), month, Field.list(list));
      }
    }
  }

  private static List<List<Part<LocalDate>>> inLists(
      Part<LocalDate> part, Part<LocalDate> another) {
    return List.of(List.of(part), List.of(part, another), List.of(another, part));
  }

  @Test
  @Tag("P10")
  void drawnExpressionsAgreeWithTheCalendar() {
    for (int i = 0; i < 1_500; i++) {
      compare(drawnDaysOfMonth(), drawnMonths(), drawnDaysOfWeek());
    }
  }

  @Test
  @Tag("P10")
  void drawnTimesOfDayAgreeWithAClock() {
    for (int i = 0; i < 60; i++) {
      var seconds = drawnNumbers(0, 59, false);
      var minutes = drawnNumbers(0, 59, false);
      var hours = drawnNumbers(0, 23, true);
      var expression = seconds.text() + " " + minutes.text() + " " + hours.text() + " * * *";
      var expected = new ArrayList<LocalTime>();
      for (int hour : matching(hours, 24)) {
        for (int minute : matching(minutes, 60)) {
          for (int second : matching(seconds, 60)) {
            expected.add(LocalTime.of(hour, minute, second));
          }
        }
      }

      var fires =
          fires(expression, FROM, FROM.plusDays(1)).stream()
              .map(LocalDateTime::toLocalTime)
              .toList();

      assertThat(fires).as(expression).isEqualTo(expected);
    }
  }

  private static List<Integer> matching(Field<Integer> field, int end) {
    return IntStream.range(0, end).boxed().filter(field.names()).toList();
  }

  private static void compare(
      Field<LocalDate> daysOfMonth, Field<LocalDate> months, Field<LocalDate> daysOfWeek) {
    var expression = "0 0 " + daysOfMonth.text() + " " + months.text() + " " + daysOfWeek.text();
    Predicate<LocalDate> days =
        daysOfMonth.any() || daysOfWeek.any()
            ? daysOfMonth.names().and(daysOfWeek.names())
            : daysOfMonth.names().or(daysOfWeek.names());
    var expected = CALENDAR.stream().filter(months.names().and(days)).toList();

    assertThat(dates(expression)).as(expression).isEqualTo(expected);
  }

  /**
   * Returns the dates of the fires of an expression; none if it is refused because it has no fires.
   */
  private static List<LocalDate> dates(String expression) {
    try {
      return fires(expression, FROM, UNTIL).stream().map(LocalDateTime::toLocalDate).toList();
    } catch (InvalidFieldException e) {
      assertThat(e).hasMessageContaining("a date that exists in some year");
      return List.of();
    }
  }

  private static List<LocalDateTime> fires(String expression, LocalDate from, LocalDate until) {
    var cron = new Cron(expression, ZoneOffset.UTC);
    var end = until.atStartOfDay().toInstant(ZoneOffset.UTC);
    var fires = new ArrayList<LocalDateTime>();
    var next = cron.next(from.atStartOfDay().toInstant(ZoneOffset.UTC).minusMillis(1));
    while (next.isPresent() && next.get().isBefore(end)) {
      fires.add(LocalDateTime.ofInstant(next.get(), ZoneOffset.UTC));
      next = cron.next(next.get());
    }
    return fires;
  }

  private static Part<LocalDate> dayOfMonth(int day) {
    return new Part<>(String.valueOf(day), date -> date.getDayOfMonth() == day);
  }

  private static Part<LocalDate> dayOfWeek(int day) {
    return new Part<>(String.valueOf(day), date -> date.getDayOfWeek().getValue() % 7 == day % 7);
  }

  private static Stream<Part<LocalDate>> specialDaysOfMonth() {
    var last = new Part<LocalDate>("L", date -> date.plusDays(1).getDayOfMonth() == 1);
    var lastWorkingDay =
        new Part<LocalDate>(
            "LW", date -> works(date) && datesAfter(date).noneMatch(CronOracleTest::works));
    var beforeLast =
        IntStream.rangeClosed(1, 30)
            .mapToObj(
                days ->
                    new Part<LocalDate>(
                        "L-" + days, date -> date.getDayOfMonth() + days == date.lengthOfMonth()));
    var nearest =
        IntStream.rangeClosed(1, 31)
            .mapToObj(
                day -> new Part<LocalDate>(day + "W", date -> works(date) && isNearest(date, day)));
    return Stream.of(Stream.of(last, lastWorkingDay), beforeLast, nearest).flatMap(part -> part);
  }

  private static boolean works(LocalDate date) {
    return date.getDayOfWeek() != DayOfWeek.SATURDAY && date.getDayOfWeek() != DayOfWeek.SUNDAY;
  }

  /** Returns the later days of its month. */
  private static Stream<LocalDate> datesAfter(LocalDate date) {
    return date.plusDays(1).datesUntil(YearMonth.from(date).plusMonths(1).atDay(1));
  }

  /**
   * Returns whether no working day of the month is nearer to the given day, if the month has that
   * day.
   */
  private static boolean isNearest(LocalDate date, int day) {
    var first = date.withDayOfMonth(1);
    return day <= date.lengthOfMonth()
        && Math.abs(date.getDayOfMonth() - day) <= 2
        && first
            .datesUntil(first.plusMonths(1))
            .filter(CronOracleTest::works)
            .noneMatch(
                other ->
                    Math.abs(other.getDayOfMonth() - day) < Math.abs(date.getDayOfMonth() - day));
  }

  private static Stream<Part<LocalDate>> specialDaysOfWeek() {
    var parts = new ArrayList<Part<LocalDate>>();
    for (int number = 0; number <= 7; number++) {
      var weekday = dayOfWeek(number).names();
      parts.add(
          new Part<>(
              number + "L",
              date -> weekday.test(date) && date.plusDays(7).getMonth() != date.getMonth()));
      for (int nth = 1; nth <= 5; nth++) {
        int before = nth - 1;
        var name = number == 0 ? "SUN" : WEEKDAYS.get(number - 1);
        parts.add(
            new Part<>(
                (nth % 2 == 0 ? name : number) + "#" + nth,
                date ->
                    weekday.test(date)
                        && date.withDayOfMonth(1).datesUntil(date).filter(weekday).count()
                            == before));
      }
    }
    return parts.stream();
  }

  private Field<LocalDate> drawnDaysOfMonth() {
    if (random.nextInt(4) == 0) {
      return Field.any(random.nextBoolean() ? "*" : "?");
    }
    return Field.list(
        some(
            () ->
                random.nextBoolean()
                    ? one(SPECIAL_DAYS_OF_MONTH)
                    : numbers(1, 31, false, List.of()).of(LocalDate::getDayOfMonth)));
  }

  private Field<LocalDate> drawnDaysOfWeek() {
    if (random.nextInt(3) == 0) {
      return Field.any(random.nextBoolean() ? "*" : "?");
    }
    return Field.list(
        some(
            () ->
                random.nextBoolean()
                    ? one(SPECIAL_DAYS_OF_WEEK)
                    : numbers(0, 7, true, WEEKDAYS)
                        .of(date -> date.getDayOfWeek().getValue() % 7)));
  }

  private Field<LocalDate> drawnMonths() {
    return random.nextBoolean()
        ? Field.any("*")
        : Field.list(some(() -> numbers(1, 12, true, MONTHS).of(LocalDate::getMonthValue)));
  }

  private Field<Integer> drawnNumbers(int first, int last, boolean cyclic) {
    return Field.list(some(() -> numbers(first, last, cyclic, List.of()).of(number -> number)));
  }

  private <T> T one(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private <T> List<Part<T>> some(Supplier<Part<T>> part) {
    return Stream.generate(part).limit(1 + random.nextInt(3)).toList();
  }

  /** Numbers that a part names, independently of their meaning. */
  private record Numbers(String text, IntPredicate names) {
    <T> Part<T> of(ToIntFunction<T> number) {
      return new Part<>(text, value -> names.test(number.applyAsInt(value)));
    }
  }

  /**
   * Generates a number, a range, or a step through a range, from a number on, or through all
   * numbers.
   */
  private Numbers numbers(int first, int last, boolean cyclic, List<String> names) {
    int one = first + random.nextInt(last - first + 1);
    int other = first + random.nextInt(last - first + 1);
    int from = cyclic ? one : Math.min(one, other);
    int to = cyclic ? other : Math.max(one, other);
    int step = 1 + random.nextInt(last);
    var start = text(from, names);
    var range = start + "-" + text(to, names);
    // Sunday is both the first and the last day of a week.
    int on = !names.isEmpty() && from == first + names.size() ? first : from;
    return switch (random.nextInt(5)) {
      case 0 -> new Numbers(start, walk(first, last, names, from, from, 1));
      case 1 -> new Numbers(range, walk(first, last, names, from, to, 1));
      case 2 -> new Numbers(range + "/" + step, walk(first, last, names, from, to, step));
      case 3 -> new Numbers(start + "/" + step, walk(first, last, names, on, last, step));
      default -> new Numbers("*/" + step, walk(first, last, names, first, last, step));
    };
  }

  private String text(int number, List<String> names) {
    if (names.isEmpty() || number == 0 || random.nextBoolean()) {
      return String.valueOf(number);
    }
    var name = names.get(number - 1);
    return random.nextBoolean() ? name : name.toLowerCase(Locale.ROOT);
  }

  /** Walks from one number to another in steps, and wraps around after the last number. */
  private static IntPredicate walk(
      int first, int last, List<String> names, int from, int to, int step) {
    int count = names.isEmpty() ? last - first + 1 : names.size();
    int end = from <= to ? to : to + count;
    var found =
        IntStream.iterate(from, number -> number <= end, number -> number + step)
            .map(number -> number < first + count ? number : number - count)
            .boxed()
            .collect(Collectors.toSet());
    return number -> found.contains(number);
  }
}
