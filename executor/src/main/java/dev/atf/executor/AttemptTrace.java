package dev.atf.executor;

/**
 * Trace that an attempt's span belongs to. In both cases the span has a link to the call that
 * scheduled the task.
 */
public enum AttemptTrace {
  /**
   * A new trace for each attempt. Suits tasks that run long after their call, and calls that
   * schedule many tasks.
   */
  LINKED,
  /** The trace of the call that scheduled the task, as a child of that call's span. */
  CHILD
}
