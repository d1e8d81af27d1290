package dev.atf.worker.builtin;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parser of durations such as {@code 30s}, {@code 1.5m}, {@code 500ms} and {@code PT30S}. */
final class DurationText {
  private static final Pattern SIMPLE = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)(ms|s|m|h)");

  /**
   * Longest duration. It equals the maximum time that a task can be scheduled ahead. A longer
   * duration is probably a mistake.
   */
  static final Duration MAX = Duration.ofDays(365);

  private DurationText() {}

  /**
   * Parses a duration. Empty if the text is invalid, or if the duration is zero, negative or longer
   * than {@link #MAX}.
   */
  static Optional<Duration> parse(String text) {
    var simple = SIMPLE.matcher(text.strip());
    try {
      var duration =
          simple.matches() ? of(simple.group(1), simple.group(2)) : Duration.parse(text.strip());
      return duration.isNegative() || duration.isZero() || duration.compareTo(MAX) > 0
          ? Optional.empty()
          : Optional.of(duration);
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private static Duration of(String number, String unit) {
    long unitNanos =
        switch (unit) {
          case "ms" -> 1_000_000L;
          case "s" -> 1_000_000_000L;
          case "m" -> 60_000_000_000L;
          default -> 3_600_000_000_000L;
        };
    return Duration.ofNanos(
        new BigDecimal(number).multiply(BigDecimal.valueOf(unitNanos)).longValueExact());
  }
}
