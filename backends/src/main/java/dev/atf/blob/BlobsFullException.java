package dev.atf.blob;

/** Thrown when the disk of the store has no space for new content. The message is for callers. */
public final class BlobsFullException extends BlobStoreException {
  private static final long serialVersionUID = 1L;

  public BlobsFullException(String message) {
    super(message);
  }
}
