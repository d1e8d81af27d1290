package dev.atf.frontend.rpc;

import java.time.Duration;

/** Formats durations in words, with the two largest units that are not zero. */
public final class DurationText {
  private DurationText() {}

  /** Returns a duration in words. A negative duration counts as zero. */
  public static String of(Duration span) {
    if (span.isNegative()) {
      return "0 s";
    }
    if (span.toSeconds() < 10) {
      return span.toMillis() % 1_000 == 0
          ? span.toSeconds() + " s"
          : "%d.%d s".formatted(span.toSeconds(), span.toMillisPart() / 100);
    }
    if (span.toMinutes() < 1) {
      return span.toSeconds() + " s";
    }
    if (span.toHours() < 1) {
      return two(span.toMinutes(), "min", span.toSecondsPart(), "s");
    }
    if (span.toDays() < 1) {
      return two(span.toHours(), "h", span.toMinutesPart(), "min");
    }
    return two(span.toDays(), "d", span.toHoursPart(), "h");
  }

  private static String two(long large, String largeUnit, int small, String smallUnit) {
    var first = large + " " + largeUnit;
    return small == 0 ? first : first + " " + small + " " + smallUnit;
  }
}
