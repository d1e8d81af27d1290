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
  /** Fatal: the paths of the task's resources do not fit into one directory. */
  RESOURCES_INVALID,
  /** Fatal: the handler succeeded, but made more or larger files than can be kept. */
  OUTPUTS_TOO_MANY,
  /** Fatal: a pattern of the task's outputs, or the name of a file that it made, is not valid. */
  OUTPUTS_INVALID,
  /** Retriable: a resource of the task is not kept any more. */
  RESOURCE_MISSING,
  /** Retriable: the content of a resource arrived with another digest. */
  RESOURCE_DAMAGED,
  /** Retriable: the resources of the task cannot be read now, or not on this host. */
  RESOURCES_UNAVAILABLE,
  /** Retriable: the handler succeeded, but the files that it made could not be kept. */
  OUTPUTS_NOT_KEPT,
  /**
   * Retriable: a text of the task, such as the name of a file, has characters that the locale of
   * this process cannot write.
   */
  LOCALE_UNSUITABLE,
  /** Retriable: the handler returned {@link Outcome#retryLater}. */
  RETRY_LATER,
  /** Retriable: the handler threw an exception. */
  HANDLER_THREW,
  /** Retriable: somebody had the attempt killed, and its handler stopped. */
  KILLED,
  /**
   * No failure: the process had to end before the handler did. The attempt is handed back and does
   * not count, the first 100 times for a task.
   */
  EXECUTOR_DRAINED
}
