package dev.atf.frontend.bulk;

import dev.atf.model.task.Association;

/** Change that is applied to every selected task. */
interface TaskOperation {
  /**
   * Returns whether the operation applies to tasks that have ended; otherwise it applies to
   * unfinished tasks.
   */
  boolean isOfEnded();

  /**
   * Applies the change to one task.
   *
   * @return false if the task already is as requested
   * @throws io.grpc.StatusRuntimeException if this task cannot be changed
   * @throws dev.atf.model.check.InvalidFieldException if this task cannot be changed
   */
  boolean apply(Association task);

  /** Returns the result of {@link #apply} without a change. */
  boolean wouldApply(Association task);
}
