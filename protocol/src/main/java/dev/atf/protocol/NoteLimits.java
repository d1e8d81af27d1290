package dev.atf.protocol;

/** Bounds of what handlers say of their work: executors keep them, and the HSC holds them to it. */
public final class NoteLimits {
  /** Chosen: longer than any registered media type. */
  public static final int CONTENT_TYPE_CHARS_MAX = 255;

  private NoteLimits() {}
}
