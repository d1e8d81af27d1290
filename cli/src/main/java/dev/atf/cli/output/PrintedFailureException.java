package dev.atf.cli.output;

/** Thrown after a failure has been printed as a part of the JSON document of a command. */
public final class PrintedFailureException extends RuntimeException {
  private static final long serialVersionUID = 1L;
}
