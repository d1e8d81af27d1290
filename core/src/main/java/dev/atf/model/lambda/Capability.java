package dev.atf.model.lambda;

import dev.atf.model.check.Names;
import java.util.regex.Pattern;

/**
 * Name of something that a lambda needs and a worker host offers, such as {@code gpu} or {@code
 * mem-64g}.
 */
public record Capability(String value) {
  /** Maximum number of needs of one lambda. */
  public static final int NEEDS_MAX = 8;

  /** Maximum number of offers of one worker host. */
  public static final int OFFERS_MAX = 100;

  public static final String EXPECTED = "1-40 of a-z 0-9 . -";

  private static final Pattern PATTERN = Pattern.compile("[a-z0-9.-]{1,40}");

  public Capability {
    Names.require("capability", value, PATTERN, EXPECTED);
  }

  /** Returns whether the text is a valid name of a capability. */
  public static boolean isName(String text) {
    return PATTERN.matcher(text).matches();
  }

  @Override
  public String toString() {
    return value;
  }
}
