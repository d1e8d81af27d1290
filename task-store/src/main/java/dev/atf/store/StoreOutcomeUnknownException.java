package dev.atf.store;

import org.jspecify.annotations.Nullable;

/** A write was sent and its answer lost: it may have been applied or not. Repeat it. */
public final class StoreOutcomeUnknownException extends StoreException {
  private static final long serialVersionUID = 1L;

  public StoreOutcomeUnknownException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
