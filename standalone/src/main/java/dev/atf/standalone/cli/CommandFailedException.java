package dev.atf.standalone.cli;

/** A command could not do what it was asked; the message is for the person who asked. */
final class CommandFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CommandFailedException(String message) {
    super(message);
  }
}
