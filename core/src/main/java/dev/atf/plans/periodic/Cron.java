package dev.atf.plans.periodic;

import dev.atf.model.check.InvalidFieldException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Local times of a cron expression in a time zone.
 *
 * <p>Rules for changes of the zone's clocks (ADR 0031):
 *
 * <ul>
 *   <li>Local times that the clocks skip fire at the first instant after the gap, and only once for
 *       each gap. So no fire of the day is lost.
 *   <li>A local time that occurs twice fires only the first time if the expression lists its hours
 *       ({@code 30 2 * * *}). For {@code *}, ranges and steps it fires both times, because it
 *       follows the real time.
 * </ul>
 */
public final class Cron implements Recurrence {
  private final String expression;
  private final ZoneId zone;
  private final CronTimes times;

  /**
   * Creates a recurrence.
   *
   * @throws InvalidFieldException if the expression is invalid, or matches no time
   */
  Cron(String expression, ZoneId zone) {
    this.expression = expression.strip();
    this.zone = zone;
    this.times = CronTimes.parse(this.expression);
    if (times.next(LocalDateTime.of(2000, 1, 1, 0, 0)).isEmpty()) {
      throw new InvalidFieldException(
          "schedule.cron", expression, "a date that exists in some year");
    }
  }

  /**
   * Parses a cron expression and a time zone.
   *
   * @throws InvalidFieldException if the expression is invalid, or there is no such zone
   */
  public static Cron of(String expression, String zone) {
    return new Cron(expression, zone(zone));
  }

  private static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw new InvalidFieldException(
          "schedule.timeZone", name, "a zone of the tz database, such as Europe/Berlin or UTC");
    }
  }

  public String expression() {
    return expression;
  }

  public ZoneId zone() {
    return zone;
  }

  @Override
  public Optional<Instant> next(Instant after) {
    var rules = zone.getRules();
    var offset = rules.getOffset(after);
    var cursor = LocalDateTime.ofInstant(after, offset);
    var before = rules.previousTransition(after.plusNanos(1));
    if (repeats(before) && cursor.isBefore(before.getDateTimeBefore())) {
      cursor = before.getDateTimeBefore().minusSeconds(1);
    }
    return next(rules, after, cursor);
  }

  /**
   * Moves from one period of constant offset to the next. A search for the next local time may
   * cover decades, so it is only repeated if the clocks were set back to before its start.
   */
  private Optional<Instant> next(ZoneRules rules, Instant after, LocalDateTime from) {
    var start = after;
    var searched = from;
    var local = times.next(searched);
    while (true) {
      if (local.isEmpty()) {
        return Optional.empty();
      }
      var end = rules.nextTransition(start);
      if (end == null || local.get().isBefore(end.getDateTimeBefore())) {
        return Optional.of(local.get().toInstant(rules.getOffset(start)));
      }
      if (end.isGap() && local.get().isBefore(end.getDateTimeAfter())) {
        return Optional.of(end.getInstant());
      }
      start = end.getInstant();
      var cursor =
          (repeats(end) ? end.getDateTimeBefore() : end.getDateTimeAfter()).minusSeconds(1);
      if (cursor.isBefore(searched)) {
        searched = cursor;
        local = times.next(searched);
      }
    }
  }

  /** Returns whether local times after the transition have already occurred and fired. */
  private boolean repeats(@Nullable ZoneOffsetTransition transition) {
    return transition != null && transition.isOverlap() && times.hoursFixed();
  }

  @Override
  public String text() {
    return expression + " (" + zone + ")";
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Cron cron
        && expression.equals(cron.expression)
        && zone.equals(cron.zone);
  }

  @Override
  public int hashCode() {
    return 31 * expression.hashCode() + zone.hashCode();
  }

  @Override
  public String toString() {
    return text();
  }
}
