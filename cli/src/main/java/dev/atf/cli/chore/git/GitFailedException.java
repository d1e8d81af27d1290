package dev.atf.cli.chore.git;

/** Thrown when a call of git failed. What it had sent may have arrived. */
public final class GitFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public GitFailedException(String message) {
    super(message);
  }
}
