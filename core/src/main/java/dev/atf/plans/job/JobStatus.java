package dev.atf.plans.job;

/** Current state of a job; the desired one is a {@link Goal}. */
public enum JobStatus {
  /** Steps run, or will run after the supervisor's next check. */
  RUNNING,
  /** Steps that ran are being reverted. */
  COMPENSATING,
  /** Nothing more is started; running steps are asked to stop. */
  STOPPING,
  /** Nothing happens until an operator acts. */
  HELD,
  SUCCEEDED,
  FAILED,
  COMPENSATED,
  CANCELLED;

  /** Returns whether the job has ended. Only a retry by an operator can make it live again. */
  public boolean finished() {
    return switch (this) {
      case RUNNING, COMPENSATING, STOPPING, HELD -> false;
      case SUCCEEDED, FAILED, COMPENSATED, CANCELLED -> true;
    };
  }
}
