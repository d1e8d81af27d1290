package dev.atf.executor;

/** The attempt is not this process's any more; another may be running. */
public final class LeaseLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LeaseLostException(String taskId) {
    super("the lease of task " + taskId + " is not held any more");
  }
}
