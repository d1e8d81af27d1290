package dev.atf.storeconsumer.release;

/** Thrown when the store took none of a chunk's marks: the loop backs off. */
final class ReleaseFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ReleaseFailedException(int tasks) {
    super("none of " + tasks + " due tasks could be marked; they stay in the store");
  }
}
