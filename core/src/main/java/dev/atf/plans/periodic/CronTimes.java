package dev.atf.plans.periodic;

import dev.atf.model.check.InvalidFieldException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** Local times of a cron expression, on a wall clock that is never adjusted. */
final class CronTimes {
  /** Maximum length of an expression. It is far longer than any expression that a person writes. */
  private static final int CHARS_MAX = 200;

  /** Number of years after which the calendar repeats, including weekdays. */
  private static final int CALENDAR_YEARS = 400;

  private static final String EXPECTED =
      "5 fields (minute hour day-of-month month day-of-week), 6 with seconds before them, or one of"
          + " @hourly @daily @weekly @monthly @yearly";

  private static final Map<String, String> NICKNAMES =
      Map.of(
          "@hourly", "0 * * * *",
          "@daily", "0 0 * * *",
          "@midnight", "0 0 * * *",
          "@weekly", "0 0 * * 0",
          "@monthly", "0 0 1 * *",
          "@yearly", "0 0 1 1 *",
          "@annually", "0 0 1 1 *");

  private static final Pattern SPACES = Pattern.compile("\\s+");
  private static final Pattern SINGLE_VALUES = Pattern.compile("[0-9]+(,[0-9]+)*");

  private final BitSet seconds;
  private final BitSet minutes;
  private final BitSet hours;
  private final BitSet months;
  private final CronField.Named daysOfMonth;
  private final CronField.Named daysOfWeek;
  private final boolean hoursFixed;
  private final LocalTime firstOfDay;

  private CronTimes(Map<CronField, CronField.Named> fields, boolean hoursFixed) {
    this.seconds = named(fields, CronField.SECOND).values();
    this.minutes = named(fields, CronField.MINUTE).values();
    this.hours = named(fields, CronField.HOUR).values();
    this.months = named(fields, CronField.MONTH).values();
    this.daysOfMonth = named(fields, CronField.DAY_OF_MONTH);
    this.daysOfWeek = named(fields, CronField.DAY_OF_WEEK);
    this.hoursFixed = hoursFixed;
    this.firstOfDay =
        LocalTime.of(hours.nextSetBit(0), minutes.nextSetBit(0), seconds.nextSetBit(0));
  }

  private static CronField.Named named(Map<CronField, CronField.Named> fields, CronField field) {
    return Objects.requireNonNull(fields.get(field));
  }

  /**
   * Parses a cron expression.
   *
   * @throws InvalidFieldException for the field {@code schedule.cron}
   */
  static CronTimes parse(String expression) {
    var texts = fields(expression);
    if (texts.size() == 5) {
      texts.add(0, "0");
    } else if (texts.size() != 6) {
      throw invalid(expression, EXPECTED);
    }
    var fields = new EnumMap<CronField, CronField.Named>(CronField.class);
    var wrong = new ArrayList<String>();
    boolean hoursFixed = false;
    var each = texts.iterator();
    for (var field : CronField.values()) {
      var text = each.next();
      if (field == CronField.HOUR) {
        hoursFixed = SINGLE_VALUES.matcher(text).matches();
      }
      try {
        fields.put(field, field.parse(text));
      } catch (IllegalArgumentException e) {
        wrong.add(field.expected() + ", not " + text);
      }
    }
    if (!wrong.isEmpty()) {
      throw invalid(expression, String.join("; ", wrong));
    }
    return new CronTimes(fields, hoursFixed);
  }

  private static List<String> fields(String expression) {
    var trimmed = expression.strip();
    if (trimmed.isEmpty() || trimmed.length() > CHARS_MAX) {
      return List.of();
    }
    var known = NICKNAMES.get(trimmed.toLowerCase(Locale.ROOT));
    return new ArrayList<>(List.of(SPACES.split(known == null ? trimmed : known, -1)));
  }

  private static InvalidFieldException invalid(String expression, String expected) {
    return new InvalidFieldException("schedule.cron", expression, expected);
  }

  /** Returns whether the expression lists its hours, as for work at fixed times of a day. */
  boolean hoursFixed() {
    return hoursFixed;
  }

  /**
   * Returns the next time strictly after the given one, in whole seconds; empty if there is none,
   * such as a 30th of February.
   */
  Optional<LocalDateTime> next(LocalDateTime after) {
    var from = after.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    var date = from.toLocalDate();
    var sameDay = isNamed(date) ? timeFrom(from.toLocalTime()) : Optional.<LocalTime>empty();
    return sameDay
        .map(date::atTime)
        .or(() -> dateFrom(date.plusDays(1)).map(later -> later.atTime(firstOfDay)));
  }

  private Optional<LocalDate> dateFrom(LocalDate from) {
    var end = from.plusYears(CALENDAR_YEARS);
    var date = from;
    while (date.isBefore(end)) {
      if (isNamed(date)) {
        return Optional.of(date);
      }
      boolean rightMonth = months.get(date.getMonthValue());
      date = rightMonth ? date.plusDays(1) : date.withDayOfMonth(1).plusMonths(1);
    }
    return Optional.empty();
  }

  /**
   * Returns whether the date matches. If both day fields restrict it, either of them must match.
   */
  private boolean isNamed(LocalDate date) {
    if (!months.get(date.getMonthValue())) {
      return false;
    }
    boolean byMonth = names(daysOfMonth, date.getDayOfMonth(), date);
    boolean byWeek = names(daysOfWeek, date.getDayOfWeek().getValue() % 7, date);
    boolean restrictedByOne = daysOfMonth.any() || daysOfWeek.any();
    return restrictedByOne ? (byMonth && byWeek) : (byMonth || byWeek);
  }

  private static boolean names(CronField.Named field, int value, LocalDate date) {
    return field.values().get(value) || field.rules().stream().anyMatch(rule -> rule.names(date));
  }

  private Optional<LocalTime> timeFrom(LocalTime from) {
    for (int hour = hours.nextSetBit(from.getHour());
        hour >= 0;
        hour = hours.nextSetBit(hour + 1)) {
      boolean sameHour = hour == from.getHour();
      for (int minute = minutes.nextSetBit(sameHour ? from.getMinute() : 0);
          minute >= 0;
          minute = minutes.nextSetBit(minute + 1)) {
        boolean sameMinute = sameHour && minute == from.getMinute();
        int second = seconds.nextSetBit(sameMinute ? from.getSecond() : 0);
        if (second >= 0) {
          return Optional.of(LocalTime.of(hour, minute, second));
        }
      }
    }
    return Optional.empty();
  }
}
