package dev.atf.executor;

/** Failure codes of this library; handlers choose any others. */
public enum FailureCode {
  /** Fatal: the payload does not have the handler's type. */
  PAYLOAD_UNREADABLE,
  /** Fatal: the handler succeeded, but its result is larger than can be stored. */
  RESULT_TOO_LARGE,
  /** Fatal: the handler succeeded, but its result cannot be written as JSON. */
  RESULT_UNWRITABLE,
  /** Fatal: the task's deadline passed while it ran. */
  DEADLINE_EXCEEDED,
  /** Retriable: the handler returned {@link Outcome#retryLater}. */
  RETRY_LATER,
  /** Retriable: the handler threw an exception. */
  HANDLER_THREW,
  /** Retriable: somebody had the attempt killed, and its handler stopped. */
  KILLED,
  /** Retriable: the process had to end before the handler did. */
  EXECUTOR_DRAINED
}
