package dev.atf.plans.periodic;

import dev.atf.model.check.FieldChecks;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Times at which a periodic task fires.
 *
 * @param startAt it does not fire before; null for no such bound. Whole milliseconds
 * @param until it does not fire at or after this; null for never. Whole milliseconds
 * @param jitter each fire is later than its time by up to this, always the same for the same fire,
 *     and never so late that it meets the next; at most {@value #JITTER_HOURS_MAX} h
 */
public record Schedule(
    Recurrence recurrence, @Nullable Instant startAt, @Nullable Instant until, Duration jitter) {
  static final int JITTER_HOURS_MAX = 24;

  public Schedule {
    startAt = startAt == null ? null : startAt.truncatedTo(ChronoUnit.MILLIS);
    until = until == null ? null : until.truncatedTo(ChronoUnit.MILLIS);
    jitter = jitter.truncatedTo(ChronoUnit.MILLIS);
    new FieldChecks()
        .that(
            startAt == null || until == null || startAt.isBefore(until),
            "schedule.until",
            String.valueOf(until),
            "after schedule.startAt, " + startAt)
        .that(
            !jitter.isNegative() && jitter.compareTo(Duration.ofHours(JITTER_HOURS_MAX)) <= 0,
            "schedule.jitter",
            jitter,
            "0s to " + JITTER_HOURS_MAX + " hours")
        .end();
  }

  public static Schedule of(Recurrence recurrence) {
    return new Schedule(recurrence, null, null, Duration.ZERO);
  }
}
