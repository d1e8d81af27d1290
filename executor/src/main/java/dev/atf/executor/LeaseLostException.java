package dev.atf.executor;

/**
 * Thrown when this process does not hold the attempt any more; another executor may be running the
 * task.
 */
public final class LeaseLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LeaseLostException(String taskId) {
    super("the lease of task " + taskId + " is not held any more");
  }
}
