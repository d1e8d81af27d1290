package dev.atf.blob;

/** Thrown when the store does not answer or has no space. Repeating the call is safe. */
public class BlobStoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BlobStoreException(String message) {
    super(message);
  }

  public BlobStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
