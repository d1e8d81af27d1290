package dev.atf.model.check;

import java.util.Locale;

/**
 * Field whose value is refused.
 *
 * @param field path of the field, as the caller wrote it
 * @param value the refused value; control characters are escaped and long values cut, so that it
 *     can be logged and sent
 * @param expected description of the accepted values
 */
public record FieldViolation(String field, String value, String expected) {
  private static final int VALUE_CHARS_MAX = 80;

  public FieldViolation {
    value = printable(value);
  }

  @Override
  public String toString() {
    return field + ": " + value + " (expected: " + expected + ")";
  }

  /** Returns text from outside with its control characters escaped, cut if it is long. */
  public static String printable(String raw) {
    var out = new StringBuilder();
    raw.codePoints()
        .limit(VALUE_CHARS_MAX)
        .forEach(
            c -> {
              if (isPrintable(c)) {
                out.appendCodePoint(c);
              } else {
                out.append(String.format(Locale.ROOT, "\\u%04x", c));
              }
            });
    return raw.codePointCount(0, raw.length()) > VALUE_CHARS_MAX
        ? out.append('…').toString()
        : out.toString();
  }

  private static boolean isPrintable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
