package dev.atf.blob;

/** Thrown by every call of a cluster that stores no blobs. */
public final class BlobsOffException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BlobsOffException() {
    super("this cluster keeps no resources; set `blobs` of its frontends and HSCs to a place");
  }
}
