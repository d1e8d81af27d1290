package dev.atf.blob;

/** Thrown for a content that is not what its key and length say. */
public final class BlobDamagedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BlobDamagedException(String message) {
    super(message);
  }
}
