package dev.atf.store;

import org.jspecify.annotations.Nullable;

/** Thrown when the store did not answer as expected. */
public abstract sealed class StoreException extends RuntimeException
    permits StoreOutcomeUnknownException, StoreUnavailableException {
  private static final long serialVersionUID = 1L;

  StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
