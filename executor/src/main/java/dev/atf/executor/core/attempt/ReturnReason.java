package dev.atf.executor.core.attempt;

/** Reason why work was not started here. */
public enum ReturnReason {
  /** The lease of the work had expired, or was about to expire, when the work arrived. */
  ARRIVED_LATE,
  /** This process is about to exit. */
  DRAINING,
  /** The health check of this process fails. */
  UNHEALTHY,
  /** This process has no handler for the lambda of the work. */
  HANDLER_UNKNOWN,
  /** An earlier attempt of the same task has not stopped yet. */
  STILL_RUNNING,
  /** The supervisor could not be notified of the attempt's deadline. */
  UNCOVERED,
  /** This process is reserved for a task that must run alone. */
  PROCESS_RESERVED,
  /** The answer contained more work than was requested. */
  UNASKED,
  /** The work was prefetched, and the slots were busy for longer than expected. */
  NO_SLOT_FREE,
  /** The disk of this host has no space for the files that its task needs. */
  DISK_FULL
}
