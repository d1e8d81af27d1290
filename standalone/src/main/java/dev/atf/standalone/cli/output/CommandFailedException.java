package dev.atf.standalone.cli.output;

/** A command could not do what it was asked; the message is for the person who asked. */
public final class CommandFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CommandFailedException(String message) {
    super(message);
  }
}
