package dev.atf.plans.periodic;

import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.lambda.Canary;
import java.util.regex.Pattern;

/**
 * Name of a periodic task, which is unique within its lambda: 1–64 of {@code A-Z a-z 0-9 . _ -}.
 */
public record PeriodicName(String value) {
  private static final Pattern PATTERN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  /**
   * Name of the periodic task of a lambda's canaries, which belongs to the lambda itself (ADR
   * 0070).
   */
  public static final PeriodicName CANARY = new PeriodicName(Canary.LABEL);

  public PeriodicName {
    if (!PATTERN.matcher(value).matches()) {
      throw new InvalidFieldException(
          "name", value, "1-64 of A-Z a-z 0-9 . _ -, starting with a letter or digit");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
