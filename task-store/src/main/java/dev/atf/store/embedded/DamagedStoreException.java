package dev.atf.store.embedded;

/** Thrown when the files of a store are not as it has left them; durable writes may be lost. */
public final class DamagedStoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DamagedStoreException(String message) {
    super(message);
  }

  DamagedStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
