package dev.atf.store;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the store did not execute a call: it was throttled, refused, or the store was
 * unreachable. Repeat it later.
 */
public final class StoreUnavailableException extends StoreException {
  private static final long serialVersionUID = 1L;

  public StoreUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
