package dev.atf.storeconsumer.release;

/** Thrown when the store took none of a chunk's writes: the loop backs off. */
final class WritesFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WritesFailedException(String message) {
    super(message);
  }
}
