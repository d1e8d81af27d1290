package dev.atf.queue;

/** Thrown when a queue does not answer or does not exist. */
public class QueueUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public QueueUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
