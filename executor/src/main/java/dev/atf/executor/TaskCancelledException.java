package dev.atf.executor;

/** Thrown in a handler that has been asked to stop. */
public final class TaskCancelledException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TaskCancelledException(String taskId) {
    super("task " + taskId + " was asked to stop");
  }
}
