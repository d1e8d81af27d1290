package dev.atf.executor.core.attempt;

/** Tells exhaustion of the heap from failures that only their own attempt suffers from. */
public final class OutOfMemory {
  private static final int CAUSES_MAX = 20;

  private OutOfMemory() {}

  /** Whether it is the error or one of its causes: pools wrap what their threads threw. */
  public static boolean isIn(Throwable error) {
    return ThrowableText.chain(error, CAUSES_MAX).stream()
        .anyMatch(OutOfMemoryError.class::isInstance);
  }
}
