package dev.atf.blob;

/** Thrown if a content does not match its key and length. */
public final class BlobDamagedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BlobDamagedException(String message) {
    super(message);
  }
}
