package dev.atf.executor;

/** The attempt was told to stop. */
public final class TaskCancelledException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TaskCancelledException(String taskId) {
    super("task " + taskId + " was told to stop");
  }
}
