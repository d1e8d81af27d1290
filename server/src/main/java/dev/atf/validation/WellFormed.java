package dev.atf.validation;

import dev.atf.model.check.InvalidFieldException;

/**
 * Text that UTF-8 can say. Half a surrogate pair, which JSON can smuggle in as an escape, would be
 * stored as a question mark: two keys would become one.
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

  /** Returns the index of half a surrogate pair that stands alone; less than 0 if there is none. */
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
