package dev.atf.plans.job;

/**
 * Current state of a step, or of one item of a fan-out. Stored by its place in this list: new ones
 * come at the end; there are at most 16.
 */
public enum StepStatus {
  /** Its turn has not come. */
  PENDING,
  /** Its task is under way. */
  RUNNING,
  SUCCEEDED,
  /** Its tries are used up. */
  FAILED,
  /** An operator has counted it as done. */
  SKIPPED,
  /** The step failed, and waits for an operator. */
  HELD,
  /** Its compensating task runs. */
  COMPENSATING,
  /** The step ran and has been compensated. */
  COMPENSATED,
  /** Its compensating task failed: it waits for an operator. */
  COMPENSATION_FAILED,
  /** Cancelled before it ran. */
  CANCELLED;

  /** Returns whether a task of it may be under way. */
  public boolean underWay() {
    return this == RUNNING || this == COMPENSATING;
  }

  /** Returns whether it waits for an operator. */
  public boolean held() {
    return this == HELD || this == COMPENSATION_FAILED;
  }
}
