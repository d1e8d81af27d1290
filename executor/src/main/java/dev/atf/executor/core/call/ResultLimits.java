package dev.atf.executor.core.call;

import dev.atf.protocol.NoteLimits;

/**
 * What an attempt may report at most.
 *
 * <p>A text is cut between characters: half a surrogate pair would arrive as a question mark.
 */
public final class ResultLimits {
  /** DynamoDB's item limit is 400 KB, with names and keys. */
  public static final int RESULT_BYTES_MAX = 350 * 1024;

  /** What the store keeps of each text of a failure. */
  public static final int TEXT_CHARS_MAX = 1_000;

  /** The store's: shown to people with the task. */
  public static final int PROGRESS_BYTES_MAX = 1024;

  /** The store's; larger state belongs where the handler keeps its data. */
  public static final int CHECKPOINT_BYTES_MAX = 4 * 1024;

  /** Of a checkpoint; the HSC's own bound. */
  public static final int CONTENT_TYPE_CHARS_MAX = NoteLimits.CONTENT_TYPE_CHARS_MAX;

  /** The HSC's own bound: an attempt with more schedules one that schedules the rest. */
  public static final int CHILDREN_MAX = 100;

  /** The HSC's own bound, of all children of an attempt. */
  public static final int CHILDREN_BYTES_MAX = 1024 * 1024;

  private ResultLimits() {}

  /** The beginning of a text. */
  public static String head(String text) {
    if (text.length() <= TEXT_CHARS_MAX) {
      return text;
    }
    int end = TEXT_CHARS_MAX - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }

  /** The end of a text: of an output, what was said last. */
  public static String tail(String text) {
    if (text.length() <= TEXT_CHARS_MAX) {
      return text;
    }
    int from = text.length() - TEXT_CHARS_MAX + 1;
    return "…" + text.substring(Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from);
  }
}
