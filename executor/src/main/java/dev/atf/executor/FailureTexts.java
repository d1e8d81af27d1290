package dev.atf.executor;

import org.jspecify.annotations.Nullable;

/** Texts of failures as handlers give them, in whose code nothing checks them for null. */
final class FailureTexts {
  private FailureTexts() {}

  static String required(@Nullable String code) {
    if (code == null) {
      throw new IllegalArgumentException("code: null (expected: a failure code)");
    }
    return code;
  }

  static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
