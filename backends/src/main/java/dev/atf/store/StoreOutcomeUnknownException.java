package dev.atf.store;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a write was sent and its answer was lost. It may or may not have been applied. Repeat
 * it.
 */
public final class StoreOutcomeUnknownException extends StoreException {
  private static final long serialVersionUID = 1L;

  public StoreOutcomeUnknownException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
