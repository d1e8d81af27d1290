package dev.atf.model.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Collects the violations of the fields of one record, so that all are reported together. */
public final class FieldChecks {
  private final List<FieldViolation> violations = new ArrayList<>();

  /**
   * Adds a violation unless a check holds.
   *
   * @param expected description of the accepted values
   */
  public FieldChecks that(boolean holds, String field, Object value, String expected) {
    if (!holds) {
      violations.add(new FieldViolation(field, text(value), expected));
    }
    return this;
  }

  public FieldChecks within(String field, int value, int min, int max) {
    return that(value >= min && value <= max, field, value, min + " to " + max);
  }

  public FieldChecks positive(String field, Duration value) {
    return that(!value.isNegative() && !value.isZero(), field, value, "more than 0s");
  }

  /**
   * Adds a violation if a value is too short.
   *
   * @param why description of {@code min} in terms of other fields
   */
  public FieldChecks atLeast(String field, Duration value, Duration min, String why) {
    return that(value.compareTo(min) >= 0, field, value, "at least " + why + " = " + text(min));
  }

  /**
   * Throws an exception if there are violations.
   *
   * @throws InvalidFieldException with all violations
   */
  public void end() {
    if (!violations.isEmpty()) {
      throw new InvalidFieldException(violations);
    }
  }

  /** Formats a value as settings are written. */
  public static String text(Object value) {
    if (value instanceof Duration duration) {
      return duration.toMillis() % 1000 == 0
          ? duration.toSeconds() + "s"
          : duration.toMillis() + "ms";
    }
    return String.valueOf(value);
  }
}
