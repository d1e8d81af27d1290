package dev.atf.store;

/**
 * Thrown when this process cannot interpret a stored row. The message names the row and the reason.
 */
public abstract class UnreadableRowException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  protected UnreadableRowException(String message, RuntimeException cause) {
    super(message, cause);
  }
}
