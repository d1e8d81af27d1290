package dev.atf.plans.job;

/**
 * Current state of a step, or of one item of a fan-out. It is stored by its position in this list,
 * so new values must be added at the end. There can be at most 16.
 */
public enum StepStatus {
  /** The step has not started. */
  PENDING,
  /** The task of the step is in progress. */
  RUNNING,
  SUCCEEDED,
  /** All tries of the step have failed. */
  FAILED,
  /** An operator has skipped the step, so that it counts as done. */
  SKIPPED,
  /** The step failed, and waits for an operator. */
  HELD,
  /** The compensating task of the step runs. */
  COMPENSATING,
  /** The step ran and has been compensated. */
  COMPENSATED,
  /** The compensating task of the step has failed, and the step waits for an operator. */
  COMPENSATION_FAILED,
  /** The step was cancelled before it ran. */
  CANCELLED;

  /** Returns whether a task may be in progress. */
  public boolean inProgress() {
    return this == RUNNING || this == COMPENSATING;
  }

  /** Returns whether the step waits for an operator. */
  public boolean held() {
    return this == HELD || this == COMPENSATION_FAILED;
  }
}
