package dev.atf.plans.periodic;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Field of a cron expression, in the order of an expression with six fields. */
enum CronField {
  SECOND(0, 59, false, List.of(), "seconds of 0 to 59"),
  MINUTE(0, 59, false, List.of(), "minutes of 0 to 59"),
  HOUR(0, 23, true, List.of(), "hours of 0 to 23"),
  DAY_OF_MONTH(1, 31, false, List.of(), "days of the month of 1 to 31 or L"),
  MONTH(
      1,
      12,
      true,
      List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"),
      "months of 1 to 12"),
  /** Days of the week. Sunday is both 0 and 7. */
  DAY_OF_WEEK(
      0,
      7,
      true,
      List.of("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"),
      "days of the week of 0 to 7");

  /** Pattern of numbers or names: a single one, a range, or all, each with an optional step. */
  private static final Pattern RANGE =
      Pattern.compile("(?:\\*|(?<from>[A-Z0-9]+)(?:-(?<to>[A-Z0-9]+))?)?(?:/(?<step>[0-9]+))?");

  private static final Pattern BEFORE_LAST = Pattern.compile("L-([0-9]+)");
  private static final Pattern WORKING_DAY = Pattern.compile("([0-9]+)W");
  private static final Pattern NTH = Pattern.compile("([A-Z0-9]+)#([1-5])");
  private static final Pattern LAST_WEEKDAY = Pattern.compile("([A-Z]{3}|[0-9])L");

  /**
   * Values that a field names, which are the union of the parts of its list.
   *
   * @param any whether the field restricts nothing
   * @param rules days without a constant number
   */
  record Named(boolean any, BitSet values, List<DayRule> rules) {}

  private final int first;
  private final int last;
  private final boolean cyclic;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<String> names;

  private final String expected;

  /**
   * Creates a field.
   *
   * @param cyclic whether a range may wrap around, such as Friday to Monday
   */
  CronField(int first, int last, boolean cyclic, List<String> names, String expected) {
    this.first = first;
    this.last = last;
    this.cyclic = cyclic;
    this.names = names;
    this.expected = expected;
  }

  /** Returns a description of the allowed values. */
  String expected() {
    return expected;
  }

  /**
   * Parses the text of a field.
   *
   * @throws IllegalArgumentException if the text contains a value that is not allowed
   */
  Named parse(String text) {
    var list = text.toUpperCase(Locale.ROOT);
    var values = new BitSet();
    var rules = new ArrayList<DayRule>();
    boolean any = list.equals("*") || list.equals("*/1") || (isOfDays() && list.equals("?"));
    for (var part : (any ? "*" : list).split(",", -1)) {
      rule(part).ifPresentOrElse(rules::add, () -> addRange(part, values));
    }
    return new Named(any, values, List.copyOf(rules));
  }

  private boolean isOfDays() {
    return this == DAY_OF_MONTH || this == DAY_OF_WEEK;
  }

  private void addRange(String part, BitSet values) {
    boolean lastDayOfWeek = this == DAY_OF_WEEK && part.equals("L");
    var range = RANGE.matcher(lastDayOfWeek ? "SUN" : part);
    if (part.isEmpty() || !range.matches()) {
      throw new IllegalArgumentException(part);
    }
    var from = range.group("from");
    var to = range.group("to");
    var step = range.group("step");
    int low = from == null ? first : to == null ? wrapped(number(from)) : number(from);
    int high = to != null ? number(to) : from == null || step != null ? last : low;
    int apart = step == null ? 1 : Integer.parseInt(step);
    if (cyclic && high < low) {
      high += length();
    }
    if (high < low || apart < 1 || apart > last) {
      throw new IllegalArgumentException(part);
    }
    for (int value = low; value <= high; value += apart) {
      values.set(wrapped(value));
    }
  }

  private int wrapped(int value) {
    return cyclic ? first + (value - first) % length() : value;
  }

  /** Returns the number of different values. */
  private int length() {
    return names.isEmpty() ? last - first + 1 : names.size();
  }

  private int number(String text) {
    int named = names.indexOf(text) + 1;
    int number = named > 0 ? named : Integer.parseInt(text);
    if (number < first || number > last) {
      throw new IllegalArgumentException(text);
    }
    return number;
  }

  private Optional<DayRule> rule(String part) {
    return switch (this) {
      case DAY_OF_MONTH -> dayOfMonth(part);
      case DAY_OF_WEEK -> dayOfWeek(part);
      case SECOND, MINUTE, HOUR, MONTH -> Optional.empty();
    };
  }

  private Optional<DayRule> dayOfMonth(String part) {
    if (part.equals("L")) {
      return Optional.of(DayRule.beforeLast(0));
    }
    if (part.equals("LW")) {
      return Optional.of(DayRule.lastWorkingDay());
    }
    var beforeLast = BEFORE_LAST.matcher(part);
    if (beforeLast.matches()) {
      return Optional.of(DayRule.beforeLast(number(beforeLast.group(1))));
    }
    var workingDay = WORKING_DAY.matcher(part);
    return workingDay.matches()
        ? Optional.of(DayRule.workingDayNear(number(workingDay.group(1))))
        : Optional.empty();
  }

  private Optional<DayRule> dayOfWeek(String part) {
    var nth = NTH.matcher(part);
    if (nth.matches()) {
      return Optional.of(DayRule.nth(weekday(nth.group(1)), Integer.parseInt(nth.group(2))));
    }
    var last = LAST_WEEKDAY.matcher(part);
    return last.matches() ? Optional.of(DayRule.last(weekday(last.group(1)))) : Optional.empty();
  }

  private DayOfWeek weekday(String text) {
    int number = number(text);
    return DayOfWeek.of(number == 0 ? 7 : number);
  }

  /** Rule that selects at most one day of each month. */
  interface DayRule {
    /** Returns the number of the day in a month. A number outside of the month means no day. */
    int dayOf(YearMonth month);

    default boolean names(LocalDate date) {
      return dayOf(YearMonth.from(date)) == date.getDayOfMonth();
    }

    /** Selects the day that is this number of days before the last day. */
    static DayRule beforeLast(int days) {
      return month -> month.lengthOfMonth() - days;
    }

    /**
     * Selects the working day, Monday to Friday, that is nearest to a day in the same month.
     * Selects none in a month without that day.
     */
    static DayRule workingDayNear(int day) {
      return month -> month.isValidDay(day) ? nearestWorkingDay(month.atDay(day)) : 0;
    }

    /** Selects the last working day. */
    static DayRule lastWorkingDay() {
      return month -> nearestWorkingDay(month.atEndOfMonth());
    }

    private static int nearestWorkingDay(LocalDate date) {
      int day = date.getDayOfMonth();
      return switch (date.getDayOfWeek()) {
        case SATURDAY -> day == 1 ? 3 : day - 1;
        case SUNDAY -> day == date.lengthOfMonth() ? day - 2 : day + 1;
        case MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY -> day;
      };
    }

    /** Selects the nth of these weekdays. Most months have no fifth one. */
    static DayRule nth(DayOfWeek weekday, int nth) {
      return month -> {
        var first = month.atDay(1).with(TemporalAdjusters.nextOrSame(weekday));
        return first.getDayOfMonth() + 7 * (nth - 1);
      };
    }

    /** Selects the last of these weekdays. */
    static DayRule last(DayOfWeek weekday) {
      return month ->
          month.atEndOfMonth().with(TemporalAdjusters.previousOrSame(weekday)).getDayOfMonth();
    }
  }
}
