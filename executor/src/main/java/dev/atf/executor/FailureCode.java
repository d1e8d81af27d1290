package dev.atf.executor;

/** The failure codes that this library gives; handlers choose any others. */
public enum FailureCode {
  /** Fatal: the payload is not what the handler takes. */
  PAYLOAD_UNREADABLE,
  /** Fatal: the handler succeeded, but its result is larger than can be stored. */
  RESULT_TOO_LARGE,
  /** Fatal: the handler succeeded, but its result cannot be written as JSON. */
  RESULT_UNWRITABLE,
  /** Fatal: the task's deadline passed while it ran. */
  DEADLINE_EXCEEDED,
  /** Retriable: the handler said "not now", and when. */
  RETRY_LATER,
  /** Retriable: the handler threw. */
  HANDLER_THREW,
  /** Retriable: the process had to end before the handler did. */
  EXECUTOR_DRAINED
}
