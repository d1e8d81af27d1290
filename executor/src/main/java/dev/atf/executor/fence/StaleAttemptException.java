package dev.atf.executor.fence;

import org.jspecify.annotations.Nullable;

/** Thrown when a later attempt of the task has already written. This attempt must not write. */
public final class StaleAttemptException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StaleAttemptException(FencingToken token) {
    this(token, null);
  }

  public StaleAttemptException(FencingToken token, @Nullable Throwable cause) {
    super(
        "task "
            + token.taskId()
            + ": an attempt later than token "
            + token.number()
            + " has written",
        cause);
  }
}
