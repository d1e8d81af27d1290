package dev.atf.blob;

/** Thrown if the content of a blob does not match its key and length. */
public final class BlobDamagedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BlobDamagedException(String message) {
    super(message);
  }
}
