package dev.atf.executor.core.staging;

/**
 * Thrown when the files of an attempt do not fit on the disk of this host. The attempt is returned,
 * and the process takes no work until there is space.
 */
public final class DiskFullException extends Exception {
  private static final long serialVersionUID = 1L;

  private final long bytesNeeded;

  /**
   * @param bytesNeeded bytes that have to be free, including the reserve
   */
  public DiskFullException(long bytesNeeded, String message) {
    super(message);
    this.bytesNeeded = bytesNeeded;
  }

  public long bytesNeeded() {
    return bytesNeeded;
  }
}
