package dev.atf.cli.output;

/** Thrown when a command cannot do what was asked; the message is for the user. */
public final class CommandFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CommandFailedException(String message) {
    super(message);
  }
}
