package dev.atf.frontend.bulk;

import dev.atf.model.task.Association;

/** Change that is made to every selected task. */
interface TaskOperation {
  /** Returns whether tasks that have ended are meant; otherwise those that have not. */
  boolean isOfEnded();

  /**
   * Makes the change, as if it were asked for alone.
   *
   * @return false if the task is as asked for already
   * @throws io.grpc.StatusRuntimeException if this task cannot be changed
   * @throws dev.atf.model.check.InvalidFieldException if this task cannot be changed
   */
  boolean apply(Association task);

  /** Returns what {@link #apply} would, and changes nothing. */
  boolean wouldApply(Association task);
}
