package dev.atf.testtime;

/** Thrown by a {@link ProgressWait} whose observed value has not changed for too long. */
public final class StalledException extends RuntimeException {
  private static final long serialVersionUID = 1;

  StalledException(String message) {
    super(message);
  }
}
