package dev.atf.model.job;

/**
 * The current state of a step, or of one item of a fan-out. Stored by its place in this list: new
 * ones come at the end; there are at most 16.
 */
public enum StepStatus {
  /** Its turn has not come. */
  PENDING,
  /** It has a task. */
  RUNNING,
  SUCCEEDED,
  /** Its tries are used up. */
  FAILED,
  /** An operator said that it counts as done. */
  SKIPPED,
  /** It failed, and waits for an operator. */
  HELD,
  /** Its compensating task runs. */
  COMPENSATING,
  /** It ran and is reverted. */
  COMPENSATED,
  /** Its compensating task failed: it waits for an operator. */
  COMPENSATION_FAILED,
  /** It was not to run any more. */
  CANCELLED;

  /** Whether a task of it may be under way. */
  public boolean underWay() {
    return this == RUNNING || this == COMPENSATING;
  }

  /** Whether it waits for an operator. */
  public boolean held() {
    return this == HELD || this == COMPENSATION_FAILED;
  }
}
