package dev.atf.model.job;

/** What a job is to become: its desired state. While it is not yet, somebody looks after it. */
public enum Goal {
  /** Every step done. */
  SUCCEEDED,
  /** Everything that ran reverted. */
  COMPENSATED,
  /** Nothing runs any more, because somebody cancelled it; what ran stays. */
  CANCELLED,
  /** The same because a step failed. */
  FAILED
}
