package dev.atf.store.embedded.database;

/** Thrown when another process, or another part of this process, has the store open. */
public final class StoreInUseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StoreInUseException(String message, Throwable cause) {
    super(message, cause);
  }
}
