package dev.atf.executor.core.attempt;

/** The payload is not what the handler takes; the message says where, and what was expected. */
public final class PayloadUnreadableException extends Exception {
  private static final long serialVersionUID = 1L;

  public PayloadUnreadableException(String message) {
    super(message);
  }
}
