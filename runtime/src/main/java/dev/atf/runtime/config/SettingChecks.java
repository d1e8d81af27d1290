package dev.atf.runtime.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the problems of one settings record, so that its constructor reports all of them at
 * once. A relation between settings is checked in the record that contains both, and the expected
 * value is described in terms of the other setting.
 */
public final class SettingChecks {
  private final List<String> problems = new ArrayList<>();

  /**
   * Adds a problem unless {@code holds}.
   *
   * @param expected values that would be accepted
   */
  public SettingChecks that(boolean holds, String setting, Object value, String expected) {
    if (!holds) {
      problems.add(setting + ": " + text(value) + " (expected: " + expected + ")");
    }
    return this;
  }

  public SettingChecks within(String setting, int value, int min, int max) {
    return that(value >= min && value <= max, setting, value, min + " to " + max);
  }

  public SettingChecks within(String setting, Duration value, Duration min, Duration max) {
    return that(
        value.compareTo(min) >= 0 && value.compareTo(max) <= 0,
        setting,
        value,
        Durations.text(min) + " to " + Durations.text(max));
  }

  public SettingChecks positive(String setting, Duration value) {
    return that(!value.isNegative() && !value.isZero(), setting, value, "more than 0s");
  }

  public SettingChecks notNegative(String setting, Duration value) {
    return that(!value.isNegative(), setting, value, "0s or more");
  }

  /**
   * Requires a duration of at least {@code min}.
   *
   * @param why meaning of {@code min}, in terms of other settings
   */
  public SettingChecks atLeast(String setting, Duration value, Duration min, String why) {
    return that(
        value.compareTo(min) >= 0, setting, value, "at least " + why + " = " + Durations.text(min));
  }

  /**
   * Requires a duration below {@code bound}.
   *
   * @param why meaning of {@code bound}, in terms of other settings
   */
  public SettingChecks lessThan(String setting, Duration value, Duration bound, String why) {
    return that(
        value.compareTo(bound) < 0,
        setting,
        value,
        "less than " + why + " = " + Durations.text(bound));
  }

  public SettingChecks http(String setting, String value) {
    return that(isHttp(value), setting, value, "http://host:port or https://host:port");
  }

  /**
   * Throws an exception if there are problems.
   *
   * @throws ConfigException with all problems
   */
  public void end() {
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
  }

  private static boolean isHttp(String value) {
    try {
      var uri = new URI(value);
      return uri.getHost() != null
          && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static String text(Object value) {
    return value instanceof Duration duration ? Durations.text(duration) : String.valueOf(value);
  }
}
