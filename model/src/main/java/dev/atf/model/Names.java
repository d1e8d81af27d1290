package dev.atf.model;

import java.util.regex.Pattern;

/** The one check that all named things share. */
final class Names {
  private Names() {}

  static String require(String field, String value, Pattern pattern, String expected) {
    if (!pattern.matcher(value).matches()) {
      throw new InvalidFieldException(field, value, expected);
    }
    return value;
  }
}
