package dev.atf.executor.core.call;

import dev.atf.protocol.NoteLimits;

/**
 * Limits on what an attempt may report.
 *
 * <p>A text is only cut between characters, because half of a surrogate pair would arrive as a
 * question mark.
 */
public final class ResultLimits {
  /**
   * Maximum size of a result in bytes. The limit of DynamoDB is 400 KB for an item, including names
   * and keys.
   */
  public static final int RESULT_BYTES_MAX = 350 * 1024;

  /** Maximum length of the code and of the message of a failure in the store. */
  public static final int TEXT_CHARS_MAX = 1_000;

  /** Maximum length of the details of a failure in the store. */
  public static final int DETAILS_CHARS_MAX = 2_000;

  /** Maximum size in bytes of the progress. Progress is displayed with the task. */
  public static final int PROGRESS_BYTES_MAX = 1024;

  /**
   * Maximum size in bytes of a checkpoint. A handler keeps larger state where it keeps its data.
   */
  public static final int CHECKPOINT_BYTES_MAX = 4 * 1024;

  /** Longest media type of a checkpoint that the HSC accepts. */
  public static final int CONTENT_TYPE_CHARS_MAX = NoteLimits.CONTENT_TYPE_CHARS_MAX;

  /**
   * Maximum number of children of an attempt that the HSC accepts. An attempt that needs more
   * children schedules one child that schedules the rest.
   */
  public static final int CHILDREN_MAX = 100;

  /** Maximum total size of the children of an attempt that the HSC accepts. */
  public static final int CHILDREN_BYTES_MAX = 1024 * 1024;

  /** Maximum size in bytes of the payload of a condition's tester that the HSC accepts. */
  public static final int TESTER_BYTES_MAX = 4 * 1024;

  private ResultLimits() {}

  /** Returns the beginning of a code or a message. */
  public static String head(String text) {
    return head(text, TEXT_CHARS_MAX);
  }

  /** Returns the beginning of a text. */
  public static String head(String text, int charsMax) {
    if (text.length() <= charsMax) {
      return text;
    }
    int end = charsMax - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
