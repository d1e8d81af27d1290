package dev.atf.plans.job;

/** Current state of a job. Its desired state is a {@link Goal}. */
public enum JobStatus {
  /** Steps run, or will start at the supervisor's next check. */
  RUNNING,
  /** Steps that ran are being reverted. */
  COMPENSATING,
  /** No further step starts, and running steps are asked to stop. */
  STOPPING,
  /** Nothing happens until an operator acts. */
  HELD,
  SUCCEEDED,
  FAILED,
  COMPENSATED,
  CANCELLED;

  /**
   * Returns whether the job has ended. Only a retry by an operator can make it unfinished again.
   */
  public boolean finished() {
    return switch (this) {
      case RUNNING, COMPENSATING, STOPPING, HELD -> false;
      case SUCCEEDED, FAILED, COMPENSATED, CANCELLED -> true;
    };
  }
}
