package dev.atf.validation;

import com.google.protobuf.Timestamp;
import dev.atf.model.check.InvalidFieldException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Reads times and durations of callers. Values outside of the ranges that protobuf defines are
 * refused, because its parser does not check them.
 */
public final class CheckedTimes {
  private static final long FIRST_SECOND = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
  private static final long LAST_SECOND = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();
  private static final long DURATION_SECONDS_MAX = 315_576_000_000L;
  private static final int NANOS_MAX = 999_999_999;

  private CheckedTimes() {}

  /** Returns an instant, cut to whole milliseconds. */
  public static Instant instant(String field, Timestamp time) {
    boolean valid =
        time.getSeconds() >= FIRST_SECOND
            && time.getSeconds() <= LAST_SECOND
            && time.getNanos() >= 0
            && time.getNanos() <= NANOS_MAX;
    if (!valid) {
      throw new InvalidFieldException(
          field,
          time.getSeconds() + " s " + time.getNanos() + " ns",
          "a time of the years 1 to 9999, nanos 0 to 999999999");
    }
    return Instant.ofEpochSecond(time.getSeconds(), time.getNanos()).truncatedTo(ChronoUnit.MILLIS);
  }

  public static Duration duration(String field, com.google.protobuf.Duration time) {
    long seconds = time.getSeconds();
    int nanos = time.getNanos();
    boolean valid =
        Math.abs(seconds) <= DURATION_SECONDS_MAX
            && seconds != Long.MIN_VALUE
            && nanos >= -NANOS_MAX
            && nanos <= NANOS_MAX
            && (seconds == 0 || nanos == 0 || (seconds < 0) == (nanos < 0));
    if (!valid) {
      throw new InvalidFieldException(
          field,
          seconds + " s " + nanos + " ns",
          "a duration of at most 10000 years, nanos of the same sign");
    }
    return Duration.ofSeconds(seconds, nanos);
  }
}
