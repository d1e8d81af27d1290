package dev.atf.model.check;

import java.util.regex.Pattern;

/** Checks that all kinds of names share. */
public final class Names {
  private static final int KEY_CHARS_MAX = 128;

  private Names() {}

  public static String require(String field, String value, Pattern pattern, String expected) {
    if (!pattern.matcher(value).matches()) {
      throw new InvalidFieldException(field, value, expected);
    }
    return value;
  }

  /**
   * Requires hexadecimal digits. It uses no regular expression, because ids are checked many times
   * for every task.
   */
  public static String requireHex(String field, String value, int min, int max, String expected) {
    if (value.length() < min || value.length() > max) {
      throw new InvalidFieldException(field, value, expected);
    }
    for (int i = 0; i < value.length(); i++) {
      char digit = value.charAt(i);
      if ((digit < '0' || digit > '9') && (digit < 'a' || digit > 'f')) {
        throw new InvalidFieldException(field, value, expected);
      }
    }
    return value;
  }

  /**
   * Requires 1 to 128 characters without control characters.
   *
   * @throws InvalidFieldException if the value is different
   */
  public static String requireKey(String field, String value) {
    if (value.isEmpty()
        || value.codePointCount(0, value.length()) > KEY_CHARS_MAX
        || value.codePoints().anyMatch(Character::isISOControl)) {
      throw new InvalidFieldException(
          field, value, "1-%d characters without control characters".formatted(KEY_CHARS_MAX));
    }
    return value;
  }

  /**
   * Requires a letter, followed by letters, digits and dashes. It uses no regular expression, like
   * {@link #requireHex}.
   */
  public static String requireLower(String field, String value, int max, String expected) {
    if (value.isEmpty() || value.length() > max || !isLetter(value.charAt(0))) {
      throw new InvalidFieldException(field, value, expected);
    }
    for (int i = 1; i < value.length(); i++) {
      char next = value.charAt(i);
      if (!isLetter(next) && (next < '0' || next > '9') && next != '-') {
        throw new InvalidFieldException(field, value, expected);
      }
    }
    return value;
  }

  private static boolean isLetter(char letter) {
    return letter >= 'a' && letter <= 'z';
  }
}
