package dev.atf.plans.job;

/** Desired state of a job. Until it is reached, a supervisor looks after the job. */
public enum Goal {
  /** Every step is done. */
  SUCCEEDED,
  /** Every step that ran is reverted. */
  COMPENSATED,
  /** Nothing runs any more after a cancellation; steps that ran stay. */
  CANCELLED,
  /** Nothing runs any more after a failed step; steps that ran stay. */
  FAILED
}
