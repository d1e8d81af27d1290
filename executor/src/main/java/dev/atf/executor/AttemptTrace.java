package dev.atf.executor;

/**
 * Trace that the span of an attempt belongs to; the span always has a link to the call that
 * scheduled the task.
 */
public enum AttemptTrace {
  /**
   * A new trace for each attempt: for tasks that run long after their call, or many for one call.
   */
  LINKED,
  /** The trace of the call that scheduled the task, as a child of that call's span. */
  CHILD
}
