package dev.atf.plans.job;

/**
 * Current state of a step, or of one item of a fan-out. It is stored by its position in this list,
 * so new values must be added at the end. There can be at most 16.
 */
public enum StepStatus {
  /** The step has not started. */
  PENDING,
  /** Its task is in progress. */
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

  /** Returns whether a task may be in progress. */
  public boolean underWay() {
    return this == RUNNING || this == COMPENSATING;
  }

  /** Returns whether the step waits for an operator. */
  public boolean held() {
    return this == HELD || this == COMPENSATION_FAILED;
  }
}
