package dev.atf.runtime;

/** Finds the exception at the end of a chain of causes. */
public final class RootCause {
  private RootCause() {}

  /** Returns the last cause of the error; the error itself if it has no cause. */
  public static Throwable of(Throwable error) {
    var cause = error;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
