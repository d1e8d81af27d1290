package dev.atf.model;

import dev.atf.model.lambda.Limits;

/** The failure codes that the framework itself gives; handlers choose any others. */
public enum FrameworkFailure {
  /** The executor stopped sending heartbeats: its process, host or network was lost. */
  LEASE_EXPIRED,
  /** Its worker host saw the executor's process end; the message tells how. */
  EXECUTOR_DIED,
  /** The last allowed attempt failed; the message tells how. */
  ATTEMPTS_EXHAUSTED,
  /**
   * Its process died, or was not heard of again, three times in a row; the last time it ran alone.
   */
  QUARANTINED,
  /** A dropping gate ended it. */
  DROPPED,
  /** It was unfinished at its deadline, or at the end of its lambda's maximal lifetime. */
  DEADLINE_EXCEEDED,
  CANCELLED,
  /** The handler returned more than {@link Limits#RESULT_BYTES_MAX}. */
  RESULT_TOO_LARGE,
  /** The results that a step of a job is given are more than {@link Limits#PAYLOAD_BYTES_MAX}. */
  INPUT_TOO_LARGE,
  /** The handler succeeded, and one of the tasks that it scheduled cannot be. */
  CHILD_REFUSED,
  /** The handler threw. */
  HANDLER_THREW;

  public Failure because(String message) {
    return because(message, "");
  }

  /** Returns the failure with free text for people, such as the last output of a process. */
  public Failure because(String message, String details) {
    boolean retriable = this == LEASE_EXPIRED || this == EXECUTOR_DIED || this == HANDLER_THREW;
    return new Failure(name(), message, details, retriable);
  }
}
