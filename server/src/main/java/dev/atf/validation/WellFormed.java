package dev.atf.validation;

import dev.atf.model.check.InvalidFieldException;

/**
 * Checks that text can be encoded as UTF-8. JSON escapes can contain half a surrogate pair, which
 * would be stored as a question mark, so that two different keys could become the same.
 */
public final class WellFormed {
  private WellFormed() {}

  public static boolean is(String text) {
    return firstHalf(text) < 0;
  }

  public static String require(String field, String text) {
    int half = firstHalf(text);
    if (half >= 0) {
      throw new InvalidFieldException(
          field, "half a surrogate pair at character " + (half + 1), "well-formed Unicode text");
    }
    return text;
  }

  /** Returns the index of the first half surrogate pair; negative if there is none. */
  private static int firstHalf(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        return i;
      }
    }
    return -1;
  }
}
