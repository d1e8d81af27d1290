package dev.atf.executor.core.staging;

import dev.atf.executor.FailureCode;
import dev.atf.executor.Outcome;
import dev.atf.runtime.SystemText;

/** Thrown when an attempt fails because of its files, and not because of its handler. */
public final class StagingFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final FailureCode code;
  private final boolean retriable;

  private StagingFailedException(FailureCode code, boolean retriable, String message) {
    super(message);
    this.code = code;
    this.retriable = retriable;
  }

  static StagingFailedException retriable(FailureCode code, String message) {
    return new StagingFailedException(code, true, message);
  }

  static StagingFailedException fatal(FailureCode code, String message) {
    return new StagingFailedException(code, false, message);
  }

  /** Returns the failure for a text that this process's locale cannot decode or encode. */
  static StagingFailedException localeUnsuitable(String text) {
    return retriable(
        FailureCode.LOCALE_UNSUITABLE,
        "%s (expected: %s)".formatted(text, SystemText.ofProcess().expected()));
  }

  /** Returns the failure as an outcome of the attempt. */
  public Outcome outcome() {
    var message = String.valueOf(getMessage());
    return retriable
        ? Outcome.retriable(code.name(), message)
        : Outcome.fatal(code.name(), message);
  }
}
