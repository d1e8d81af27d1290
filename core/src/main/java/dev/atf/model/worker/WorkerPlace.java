package dev.atf.model.worker;

import dev.atf.model.check.Names;
import java.util.regex.Pattern;

/**
 * Name of a place that one worker host holds at a time. The owner assigns it to a host and to the
 * hosts that replace it. Without an owner's name, it is only valid for one start.
 */
public record WorkerPlace(String value) implements Comparable<WorkerPlace> {
  private static final Pattern PATTERN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,127}");

  /** Description of valid names. */
  public static final String EXPECTED =
      "1-128 of A-Z a-z 0-9 . _ : -, starting with a letter or digit";

  public WorkerPlace {
    Names.require("place", value, PATTERN, EXPECTED);
  }

  public static boolean isValid(String name) {
    return PATTERN.matcher(name).matches();
  }

  @Override
  public int compareTo(WorkerPlace other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
