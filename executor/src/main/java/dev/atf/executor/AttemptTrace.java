package dev.atf.executor;

/** Which trace the span of an attempt is in; it has a link to the call that scheduled its task. */
public enum AttemptTrace {
  /** Each attempt begins one of its own: for tasks that run long after, or many for one call. */
  LINKED,
  /** The trace of the call that scheduled the task, below it. */
  CHILD
}
