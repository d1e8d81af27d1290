package dev.atf.model.check;

/** Cuts text that is too long, and marks the cut. */
public final class Ellipsis {
  private static final String MARK = "…";

  private Ellipsis() {}

  /**
   * Returns at most {@code charsMax} characters, including the mark. The result never ends with
   * half a surrogate pair, which neither a store nor JSON accepts.
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
