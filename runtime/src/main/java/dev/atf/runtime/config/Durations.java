package dev.atf.runtime.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Parser and formatter of durations in the forms {@code 2s}, {@code 500ms}, {@code 1.5m} and {@code
 * PT2S}.
 */
public final class Durations {
  private static final Pattern SIMPLE =
      Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,3})?)(ms|s|m|h|d)");

  private static final List<Unit> LARGEST_FIRST =
      List.of(
          new Unit("d", 86_400_000),
          new Unit("h", 3_600_000),
          new Unit("m", 60_000),
          new Unit("s", 1_000),
          new Unit("ms", 1));

  private record Unit(String symbol, long millis) {}

  private Durations() {}

  /**
   * Parses a duration.
   *
   * @throws ConfigException if {@code text} is not a duration
   */
  public static Duration parse(String text) {
    var simple = SIMPLE.matcher(text.strip());
    if (simple.matches()) {
      double number = Double.parseDouble(simple.group(1));
      return Duration.ofMillis(Math.round(number * unit(simple.group(2)).millis));
    }
    try {
      return Duration.parse(text.strip());
    } catch (DateTimeParseException e) {
      throw new ConfigException(text + " is not a duration (expected: 2s, 500ms, 5m or PT2S)");
    }
  }

  /**
   * Returns the duration as {@link #parse} reads it, in the largest unit with a whole number. It is
   * cut to whole milliseconds.
   */
  public static String text(Duration duration) {
    long millis = duration.toMillis();
    if (millis == 0) {
      return "0s";
    }
    var unit = LARGEST_FIRST.stream().filter(u -> millis % u.millis == 0).findFirst().orElseThrow();
    return millis / unit.millis + unit.symbol;
  }

  private static Unit unit(String symbol) {
    return LARGEST_FIRST.stream()
        .filter(unit -> unit.symbol.equals(symbol))
        .findFirst()
        .orElseThrow();
  }
}
