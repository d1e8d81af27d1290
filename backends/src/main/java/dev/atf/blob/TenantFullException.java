package dev.atf.blob;

/** Thrown when the files of a tenant have reached their limit. The message is for callers. */
public final class TenantFullException extends BlobStoreException {
  private static final long serialVersionUID = 1L;

  public TenantFullException(String message) {
    super(message);
  }
}
