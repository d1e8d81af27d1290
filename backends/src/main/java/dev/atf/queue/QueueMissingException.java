package dev.atf.queue;

/** Thrown when a queue does not exist. */
public final class QueueMissingException extends QueueUnavailableException {
  private static final long serialVersionUID = 1L;

  public QueueMissingException(String message, Throwable cause) {
    super(message, cause);
  }
}
