package dev.atf.model;

import dev.atf.model.check.Ellipsis;

/**
 * Reason for which an attempt, or the whole task, failed.
 *
 * @param code code of the handler, or of {@link FrameworkFailure}
 * @param details free text for people, such as a stack trace
 * @param retriable whether the same attempt may succeed later
 */
public record Failure(String code, String message, String details, boolean retriable) {
  /**
   * Maximum length of the code and of the message. Longer ones are cut, so that the association
   * stays small.
   */
  public static final int TEXT_CHARS_MAX = 1_000;

  /**
   * Maximum length of the details. It is enough for a stack trace, or for the ends of a command's
   * two streams. Together with an association of half a kilobyte, it costs 3 write units.
   */
  public static final int DETAILS_CHARS_MAX = 2_000;

  public Failure {
    code = Ellipsis.cut(code, TEXT_CHARS_MAX);
    message = Ellipsis.cut(message, TEXT_CHARS_MAX);
    details = Ellipsis.cut(details, DETAILS_CHARS_MAX);
  }
}
