package dev.atf.model.job;

/** The current state of a job. Its desired one: {@link Goal}. */
public enum JobStatus {
  /** Steps run, or will as soon as somebody looks. */
  RUNNING,
  /** What ran is being reverted. */
  COMPENSATING,
  /** Nothing more is started; what runs is asked to stop. */
  STOPPING,
  /** Nothing happens until an operator says what. */
  HELD,
  SUCCEEDED,
  FAILED,
  COMPENSATED,
  CANCELLED;

  /** Whether it has ended. Only a retry by an operator makes such a job live again. */
  public boolean finished() {
    return switch (this) {
      case RUNNING, COMPENSATING, STOPPING, HELD -> false;
      case SUCCEEDED, FAILED, COMPENSATED, CANCELLED -> true;
    };
  }
}
