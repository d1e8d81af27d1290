package dev.atf.model.lambda;

/** Policy for a key when the task that has its turn ends as a fatal failure. */
public enum FatalPolicy {
  /** The next task runs. The failed task is a dead letter like any other. */
  CONTINUE,
  /** No task runs until an operator skips or retries the failed one. */
  HOLD
}
