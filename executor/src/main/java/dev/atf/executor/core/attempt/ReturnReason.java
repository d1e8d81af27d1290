package dev.atf.executor.core.attempt;

/** Reason why work was not started here. */
public enum ReturnReason {
  /** Its lease was over, or nearly, when it arrived. */
  ARRIVED_LATE,
  /** This process is about to end. */
  DRAINING,
  /** The health check of this process fails. */
  UNHEALTHY,
  /** This process has no handler for its lambda. */
  HANDLER_UNKNOWN,
  /** An earlier attempt of the same task has not stopped yet. */
  STILL_RUNNING,
  /** The supervisor could not be given its deadline. */
  UNCOVERED,
  /** This process is kept for a task that it runs alone. */
  PROCESS_RESERVED,
  /** More work came than was asked for. */
  UNASKED,
  /** The work was fetched ahead, and the slots were busy for longer than expected. */
  NO_SLOT_FREE,
  /** The disk of this host has no room for the files that its task needs. */
  DISK_FULL
}
