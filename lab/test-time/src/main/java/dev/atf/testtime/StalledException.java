package dev.atf.testtime;

/** Thrown by a {@link ProgressWait} that has seen nothing new for too long. */
public final class StalledException extends RuntimeException {
  private static final long serialVersionUID = 1;

  StalledException(String message) {
    super(message);
  }
}
