package dev.atf.plans.periodic;

import dev.atf.model.check.FieldChecks;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Times at which a periodic task fires.
 *
 * @param startAt time before which nothing fires, in whole milliseconds; null for no such bound
 * @param until time from which on nothing fires, in whole milliseconds; null for no such bound
 * @param jitter maximum delay of each fire, at most {@value #JITTER_HOURS_MAX} h. The delay of a
 *     given fire is always the same and never reaches the next fire
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
