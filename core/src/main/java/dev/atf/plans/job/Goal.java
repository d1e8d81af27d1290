package dev.atf.plans.job;

/** Desired state of a job. A supervisor drives the job until it is reached. */
public enum Goal {
  /** Every step is done. */
  SUCCEEDED,
  /** Every step that ran is reverted. */
  COMPENSATED,
  /** Nothing runs after a cancellation. The effects of steps that ran stay. */
  CANCELLED,
  /** Nothing runs after a failed step. The effects of steps that ran stay. */
  FAILED
}
