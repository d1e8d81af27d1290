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
  /**
   * The span of an attempt is a child of the span of the call that scheduled the task, in the same
   * trace.
   */
  CHILD
}
