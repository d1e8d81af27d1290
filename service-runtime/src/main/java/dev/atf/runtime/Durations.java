package dev.atf.runtime;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 2s}, {@code 500ms}, {@code 1.5m}, or {@code PT2S}. */
public final class Durations {
  private static final Pattern SIMPLE =
      Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,3})?)(ms|s|m|h|d)");

  private Durations() {}

  /**
   * @throws ConfigException if {@code text} is not one
   */
  public static Duration parse(String text) {
    var simple = SIMPLE.matcher(text.strip());
    if (simple.matches()) {
      double number = Double.parseDouble(simple.group(1));
      long unitMillis =
          switch (simple.group(2)) {
            case "ms" -> 1;
            case "s" -> 1_000;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            default -> 86_400_000;
          };
      return Duration.ofMillis(Math.round(number * unitMillis));
    }
    try {
      return Duration.parse(text.strip());
    } catch (DateTimeParseException e) {
      throw new ConfigException(text + " is not a duration (expected: 2s, 500ms, 5m or PT2S)");
    }
  }

  /** As {@link #parse} reads it: whole seconds, or milliseconds; finer parts are cut off. */
  public static String text(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + "s"
        : duration.toMillis() + "ms";
  }
}
