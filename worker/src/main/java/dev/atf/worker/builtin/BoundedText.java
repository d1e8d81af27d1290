package dev.atf.worker.builtin;

/** Text with a bound on its size as a JSON string, so that a result never becomes too large. */
record BoundedText(String text, boolean truncated) {
  /**
   * Returns the beginning of the text.
   *
   * @param jsonBytesMax maximum size of the JSON string without its quotes
   */
  static BoundedText of(String text, boolean alreadyTruncated, int jsonBytesMax) {
    int bytes = 0;
    for (int index = 0; index < text.length(); ) {
      int codePoint = text.codePointAt(index);
      bytes += jsonBytes(codePoint);
      if (bytes > jsonBytesMax) {
        return new BoundedText(text.substring(0, index), true);
      }
      index += Character.charCount(codePoint);
    }
    return new BoundedText(text, alreadyTruncated);
  }

  /** Returns the end of the text, with the same limit. */
  static BoundedText tail(String text, int jsonBytesMax) {
    int bytes = 0;
    for (int index = text.length(); index > 0; ) {
      int codePoint = text.codePointBefore(index);
      bytes += jsonBytes(codePoint);
      if (bytes > jsonBytesMax) {
        return new BoundedText(text.substring(index), true);
      }
      index -= Character.charCount(codePoint);
    }
    return new BoundedText(text, false);
  }

  /** Returns the size of a text as a JSON string without its quotes. */
  static int jsonBytes(String text) {
    return text.codePoints().map(BoundedText::jsonBytes).sum();
  }

  private static int jsonBytes(int codePoint) {
    if (codePoint < 0x20) {
      return "\b\t\n\f\r".indexOf(codePoint) >= 0 ? 2 : 6;
    }
    if (codePoint == '"' || codePoint == '\\') {
      return 2;
    }
    if (codePoint < 0x80) {
      return 1;
    }
    if (codePoint < 0x800) {
      return 2;
    }
    return codePoint < 0x10000 ? 3 : 4;
  }
}
