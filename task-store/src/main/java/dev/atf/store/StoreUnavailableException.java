package dev.atf.store;

import org.jspecify.annotations.Nullable;

/** The store did not do it: throttled, unreachable or refused. Repeat it later. */
public final class StoreUnavailableException extends StoreException {
  private static final long serialVersionUID = 1L;

  public StoreUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
