package dev.atf.plans.periodic;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import dev.atf.model.check.InvalidFieldException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Local times that a cron expression names, as a wall clock shows them that is never moved. The
 * library is asked on UTC's time line alone, where no local time is missing or comes twice.
 */
final class CronTimes {
  /** Far above any expression written by a person. */
  private static final int CHARS_MAX = 200;

  private static final String EXPECTED =
      "5 fields (minute hour day-of-month month day-of-week), 6 with seconds before them, or one of"
          + " @hourly @daily @weekly @monthly @yearly";

  /** Expected values of each field, in the order of the fields. */
  private static final List<String> FIELDS =
      List.of(
          "seconds of 0 to 59",
          "minutes of 0 to 59",
          "hours of 0 to 23",
          "days of the month of 1 to 31 or L",
          "months of 1 to 12",
          "days of the week of 0 to 7");

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
  private static final CronDefinition MINUTES = definition(false);
  private static final CronDefinition SECONDS = definition(true);

  private final ExecutionTime times;
  private final boolean hoursFixed;

  private CronTimes(ExecutionTime times, boolean hoursFixed) {
    this.times = times;
    this.hoursFixed = hoursFixed;
  }

  /**
   * @throws InvalidFieldException for the field {@code schedule.cron}
   */
  static CronTimes parse(String expression) {
    var fields = fields(expression);
    if (fields.size() != 5 && fields.size() != 6) {
      throw invalid(expression, EXPECTED);
    }
    try {
      return new CronTimes(
          times(fields), SINGLE_VALUES.matcher(fields.get(fields.size() - 4)).matches());
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      throw invalid(expression, expectedInsteadOf(fields));
    }
  }

  private static ExecutionTime times(List<String> fields) {
    var parser = new CronParser(fields.size() == 5 ? MINUTES : SECONDS);
    return ExecutionTime.forCron(parser.parse(String.join(" ", fields)).validate());
  }

  /** Returns what is expected of the fields that are wrong, each by itself. */
  private static String expectedInsteadOf(List<String> fields) {
    var names = FIELDS.subList(FIELDS.size() - fields.size(), FIELDS.size());
    var wrong =
        IntStream.range(0, fields.size())
            .filter(index -> !isPossible(fields.get(index), index, fields.size()))
            .mapToObj(index -> names.get(index) + ", not " + fields.get(index))
            .collect(Collectors.joining("; "));
    return wrong.isEmpty() ? EXPECTED : wrong;
  }

  private static boolean isPossible(String field, int index, int count) {
    var alone = new ArrayList<>(Collections.nCopies(count, "*"));
    alone.set(index, field);
    try {
      times(alone);
      return true;
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** Returns whether the hours are named one by one, as for work that is done so often a day. */
  boolean hoursFixed() {
    return hoursFixed;
  }

  /**
   * Returns the next time strictly after; whole seconds. Empty if there is none, such as a 30th of
   * February.
   */
  Optional<LocalDateTime> next(LocalDateTime after) {
    var from = after.truncatedTo(ChronoUnit.SECONDS).atZone(ZoneOffset.UTC);
    return times.nextExecution(from).map(ZonedDateTime::toLocalDateTime);
  }

  private static List<String> fields(String expression) {
    var trimmed = expression.strip();
    if (trimmed.isEmpty() || trimmed.length() > CHARS_MAX || trimmed.indexOf('|') >= 0) {
      return List.of();
    }
    var known = NICKNAMES.get(trimmed.toLowerCase(Locale.ROOT));
    return List.of(SPACES.split(known == null ? trimmed : known, -1));
  }

  private static InvalidFieldException invalid(String expression, String expected) {
    return new InvalidFieldException("schedule.cron", expression, expected);
  }

  /** Returns {@link CronType#UNIX} with the last day of a month, the nth weekday, and seconds. */
  private static CronDefinition definition(boolean seconds) {
    var builder = CronDefinitionBuilder.defineCron();
    if (seconds) {
      builder = builder.withSeconds().withValidRange(0, 59).withStrictRange().and();
    }
    return builder
        .withMinutes()
        .withValidRange(0, 59)
        .withStrictRange()
        .and()
        .withHours()
        .withValidRange(0, 23)
        .withStrictRange()
        .and()
        .withDayOfMonth()
        .withValidRange(1, 31)
        .supportsL()
        .supportsW()
        .supportsLW()
        .withStrictRange()
        .and()
        .withMonth()
        .withValidRange(1, 12)
        .withStrictRange()
        .and()
        .withDayOfWeek()
        .withValidRange(0, 7)
        .withMondayDoWValue(1)
        .withIntMapping(7, 0)
        .supportsHash()
        .supportsL()
        .withStrictRange()
        .and()
        .instance();
  }
}
