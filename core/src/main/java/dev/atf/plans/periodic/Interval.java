package dev.atf.plans.periodic;

import dev.atf.model.check.FieldChecks;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Constant interval in real time, which no time zone affects.
 *
 * @param every {@value #EVERY_SECONDS_MIN} s to {@value #EVERY_DAYS_MAX} days, in whole
 *     milliseconds
 * @param anchor one of its instants, in whole milliseconds; further instants are before and after
 *     it
 */
public record Interval(Duration every, Instant anchor) implements Recurrence {
  /** Minimum interval in seconds. A schedule with more frequent fires is not supported. */
  static final int EVERY_SECONDS_MIN = 1;

  static final int EVERY_DAYS_MAX = 366;

  public Interval {
    new FieldChecks()
        .that(
            every.compareTo(Duration.ofSeconds(EVERY_SECONDS_MIN)) >= 0
                && every.compareTo(Duration.ofDays(EVERY_DAYS_MAX)) <= 0,
            "schedule.every",
            every,
            EVERY_SECONDS_MIN + "s to " + EVERY_DAYS_MAX + " days")
        .end();
    every = every.truncatedTo(ChronoUnit.MILLIS);
    anchor = anchor.truncatedTo(ChronoUnit.MILLIS);
  }

  @Override
  public Optional<Instant> next(Instant after) {
    long sinceAnchor = after.toEpochMilli() - anchor.toEpochMilli();
    long step = every.toMillis();
    return Optional.of(anchor.plusMillis((Math.floorDiv(sinceAnchor, step) + 1) * step));
  }

  @Override
  public String text() {
    return "every " + every;
  }
}
