package dev.atf.model;

import dev.atf.model.check.Limits;

/** Failure codes that the framework itself sets. Handlers may use any other code. */
public enum FrameworkFailure {
  /** The executor stopped sending heartbeats: its process, host or network was lost. */
  LEASE_EXPIRED,
  /** The worker host observed that the executor's process exited. The message describes how. */
  EXECUTOR_DIED,
  /**
   * The executor drained before the handler ended. It counts as a failure only after a hundred
   * drains of the same task.
   */
  EXECUTOR_DRAINED,
  /** The attempt was killed on request. The message names who requested it, and why. */
  KILLED,
  /** The last allowed attempt failed. The message describes its failure. */
  ATTEMPTS_EXHAUSTED,
  /** The process died, or was lost, three times in a row. The last time, it ran only this task. */
  QUARANTINED,
  /** A gate that drops tasks ended this one. */
  DROPPED,
  /** The task was unfinished at its deadline, or at the end of its lambda's maximum lifetime. */
  DEADLINE_EXCEEDED,
  CANCELLED,
  /** The result, or its media type, exceeds its limit. */
  RESULT_TOO_LARGE,
  /**
   * The results that a step of a job gets as input have more than {@link Limits#PAYLOAD_BYTES_MAX}
   * bytes.
   */
  INPUT_TOO_LARGE,
  /** The handler succeeded, but one of the tasks that it scheduled is refused. */
  CHILD_REFUSED,
  /** The attempt was blocked on a condition that was refused. The message contains the reason. */
  CONDITION_REFUSED,
  /** The handler threw an exception. */
  HANDLER_THREW;

  public Failure because(String message) {
    return because(message, "");
  }

  /** Returns the failure with details for people, such as the last output of a process. */
  public Failure because(String message, String details) {
    boolean retriable =
        switch (this) {
          case LEASE_EXPIRED,
              EXECUTOR_DIED,
              EXECUTOR_DRAINED,
              KILLED,
              CONDITION_REFUSED,
              HANDLER_THREW ->
              true;
          case ATTEMPTS_EXHAUSTED,
              QUARANTINED,
              DROPPED,
              DEADLINE_EXCEEDED,
              CANCELLED,
              RESULT_TOO_LARGE,
              INPUT_TOO_LARGE,
              CHILD_REFUSED ->
              false;
        };
    return new Failure(name(), message, details, retriable);
  }
}
