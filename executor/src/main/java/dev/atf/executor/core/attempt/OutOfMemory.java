package dev.atf.executor.core.attempt;

/** Distinguishes exhaustion of the heap from failures that affect only their own attempt. */
public final class OutOfMemory {
  private static final int CAUSES_MAX = 20;

  private OutOfMemory() {}

  /**
   * Returns whether it is the error or one of its causes: pools wrap exceptions of their threads.
   */
  public static boolean isIn(Throwable error) {
    return ThrowableText.chain(error, CAUSES_MAX).stream()
        .anyMatch(OutOfMemoryError.class::isInstance);
  }
}
