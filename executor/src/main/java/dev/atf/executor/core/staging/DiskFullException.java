package dev.atf.executor.core.staging;

/**
 * Thrown when the files of an attempt do not fit on the disk of this host. The attempt is returned,
 * and the process takes no work until there is space.
 */
public final class DiskFullException extends Exception {
  private static final long serialVersionUID = 1L;

  private final long bytesNeeded;

  /**
   * Creates the exception.
   *
   * @param bytesNeeded number of bytes that must be free, including the reserve
   * @param message message with the remedy
   */
  public DiskFullException(long bytesNeeded, String message) {
    super(message);
    this.bytesNeeded = bytesNeeded;
  }

  public long bytesNeeded() {
    return bytesNeeded;
  }
}
