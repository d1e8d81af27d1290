package dev.atf.executor.core.staging;

/**
 * Thrown when the files of an attempt do not fit on the disk of this host: the attempt is given
 * back, and the process takes no work until they do.
 */
public final class DiskFullException extends Exception {
  private static final long serialVersionUID = 1L;

  private final long bytesNeeded;

  /**
   * @param bytesNeeded that have to be free, the reserve among them
   */
  public DiskFullException(long bytesNeeded, String message) {
    super(message);
    this.bytesNeeded = bytesNeeded;
  }

  public long bytesNeeded() {
    return bytesNeeded;
  }
}
