package dev.atf.protocol;

/** Bounds of the notes that handlers report: executors keep them, and the HSC enforces them. */
public final class NoteLimits {
  /** Longer than any registered media type. */
  public static final int CONTENT_TYPE_CHARS_MAX = 255;

  private NoteLimits() {}
}
