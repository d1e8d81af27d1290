package dev.atf.plans.periodic;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.TemporalAdjusters;

/** Names at most one day of each month. */
interface DayRule {
  /** Returns the number of its day; a number that the month does not have means no day. */
  int dayOf(YearMonth month);

  default boolean names(LocalDate date) {
    return dayOf(YearMonth.from(date)) == date.getDayOfMonth();
  }

  /** Names the day that is so many days before the last one. */
  static DayRule beforeLast(int days) {
    return month -> month.lengthOfMonth() - days;
  }

  /**
   * Names the working day, Monday to Friday, nearest to a day and in the same month. A month
   * without that day has none.
   */
  static DayRule workingDayNear(int day) {
    return month -> month.isValidDay(day) ? nearestWorkingDay(month.atDay(day)) : 0;
  }

  /** Names the last working day. */
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

  /** Names the nth of these weekdays; 5 is none in most months. */
  static DayRule nth(DayOfWeek weekday, int nth) {
    return month -> {
      var first = month.atDay(1).with(TemporalAdjusters.nextOrSame(weekday));
      return first.getDayOfMonth() + 7 * (nth - 1);
    };
  }

  /** Names the last of these weekdays. */
  static DayRule last(DayOfWeek weekday) {
    return month ->
        month.atEndOfMonth().with(TemporalAdjusters.previousOrSame(weekday)).getDayOfMonth();
  }
}
