package dev.atf.executor;

/**
 * Thrown when this process no longer holds the attempt. Another executor may be running the task.
 */
public final class LeaseLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LeaseLostException(String taskId) {
    super("the lease of task " + taskId + " is not held any more");
  }
}
