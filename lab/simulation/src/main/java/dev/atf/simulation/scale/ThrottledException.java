package dev.atf.simulation.scale;

/** Thrown when a partition has no units left in this second; nothing was done. */
final class ThrottledException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ThrottledException() {
    super("a partition is throttled", null, false, false);
  }
}
