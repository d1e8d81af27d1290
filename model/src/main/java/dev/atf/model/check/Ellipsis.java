package dev.atf.model.check;

/** Cuts text that is too long, and shows that it did. */
public final class Ellipsis {
  private static final String MARK = "…";

  private Ellipsis() {}

  /**
   * At most {@code charsMax} characters, the mark among them. Never ends in half a surrogate pair,
   * which is no text: neither a store nor JSON takes it.
   */
  public static String cut(String text, int charsMax) {
    if (text.length() <= charsMax) {
      return text;
    }
    int end = charsMax - MARK.length();
    boolean half = end > 0 && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, half ? end - 1 : end) + MARK;
  }
}
