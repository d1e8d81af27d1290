package dev.atf.simulation.scale;

/** A partition has given what it may in this second; nothing was done. */
final class ThrottledException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ThrottledException() {
    super("a partition is throttled", null, false, false);
  }
}
