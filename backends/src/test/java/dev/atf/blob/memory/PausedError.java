package dev.atf.blob.memory;

/** Thrown at the operation before which an actor is suspended. No code under test catches it. */
final class PausedError extends Error {
  private static final long serialVersionUID = 1L;

  static final PausedError INSTANCE = new PausedError();

  private PausedError() {
    super("", null, false, false);
  }
}
