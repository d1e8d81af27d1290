package dev.atf.store;

import org.jspecify.annotations.Nullable;

/** The store did not answer as it should. */
public abstract sealed class StoreException extends RuntimeException
    permits StoreOutcomeUnknownException, StoreUnavailableException {
  private static final long serialVersionUID = 1L;

  StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
