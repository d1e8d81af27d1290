package dev.atf.runtime;

/** What an exception came from, at the end of its causes. */
public final class RootCause {
  private RootCause() {}

  /** The error itself where it has no cause. */
  public static Throwable of(Throwable error) {
    var cause = error;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
