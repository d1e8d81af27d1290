package dev.atf.model.condition;

import dev.atf.model.check.Names;
import java.util.regex.Pattern;

/** Name of a condition, unique within its lambda. */
public record ConditionName(String value) {
  private static final Pattern PATTERN = Pattern.compile("[a-z0-9][a-z0-9.-]{0,63}");

  public ConditionName {
    Names.require(
        "condition", value, PATTERN, "1-64 of a-z 0-9 . -, starting with a letter or digit");
  }

  @Override
  public String toString() {
    return value;
  }
}
