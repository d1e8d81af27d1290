package dev.atf.model;

/**
 * Why an attempt, or the whole task, failed.
 *
 * @param code a handler's own code, or one of {@link FrameworkFailure}
 * @param details free text for people, such as a stack trace
 * @param retriable whether the same attempt may succeed later
 */
public record Failure(String code, String message, String details, boolean retriable) {
  /** Each text is cut to this many characters, so that the association stays small. */
  public static final int TEXT_CHARS_MAX = 1_000;

  public Failure {
    code = cut(code);
    message = cut(message);
    details = cut(details);
  }

  private static String cut(String text) {
    if (text.length() <= TEXT_CHARS_MAX) {
      return text;
    }
    int end = TEXT_CHARS_MAX - 1;
    // Half a surrogate pair is no text: neither a store nor JSON takes it.
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
