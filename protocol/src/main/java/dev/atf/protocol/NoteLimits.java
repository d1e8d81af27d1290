package dev.atf.protocol;

/** Limits on the notes that handlers report. Executors respect them, and the HSC enforces them. */
public final class NoteLimits {
  /** Maximum length of a content type. It is longer than any registered media type. */
  public static final int CONTENT_TYPE_CHARS_MAX = 255;

  private NoteLimits() {}
}
