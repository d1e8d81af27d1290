package dev.atf.executor.core.attempt;

/**
 * Thrown when the payload does not have the handler's type; the message names the place and the
 * expected type.
 */
public final class PayloadUnreadableException extends Exception {
  private static final long serialVersionUID = 1L;

  public PayloadUnreadableException(String message) {
    super(message);
  }
}
