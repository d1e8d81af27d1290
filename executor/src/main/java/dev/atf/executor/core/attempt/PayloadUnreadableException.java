package dev.atf.executor.core.attempt;

/**
 * Thrown when the payload does not have the handler's type. The message names the field and the
 * expected type.
 */
final class PayloadUnreadableException extends Exception {
  private static final long serialVersionUID = 1L;

  public PayloadUnreadableException(String message) {
    super(message);
  }
}
