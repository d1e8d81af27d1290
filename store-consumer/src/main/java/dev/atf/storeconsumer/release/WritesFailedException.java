package dev.atf.storeconsumer.release;

/** Thrown when the store accepted none of a chunk's writes. The loop then backs off. */
final class WritesFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WritesFailedException(String message) {
    super(message);
  }
}
