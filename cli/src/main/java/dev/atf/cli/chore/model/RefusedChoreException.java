package dev.atf.cli.chore.model;

/** Thrown when a chore cannot be run as it is; the message tells its owner why. */
public final class RefusedChoreException extends Exception {
  private static final long serialVersionUID = 1L;

  public RefusedChoreException(String message) {
    super(message);
  }
}
