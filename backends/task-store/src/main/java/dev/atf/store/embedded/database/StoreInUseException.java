package dev.atf.store.embedded.database;

/** Another process, or another part of this one, has this store open. */
public final class StoreInUseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StoreInUseException(String message, Throwable cause) {
    super(message, cause);
  }
}
