package dev.atf.cli.chore.model;

/**
 * Thrown when a chore cannot be run in its present form. The message explains the reason to its
 * owner.
 */
public final class RefusedChoreException extends Exception {
  private static final long serialVersionUID = 1L;

  public RefusedChoreException(String message) {
    super(message);
  }
}
