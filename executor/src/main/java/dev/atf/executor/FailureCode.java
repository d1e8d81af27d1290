package dev.atf.executor;

/** Failure codes that this library sets. Handlers may use any others. */
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
  /** Fatal: the handler succeeded, but produced more or larger files than can be stored. */
  OUTPUTS_TOO_MANY,
  /**
   * Fatal: a pattern of the task's outputs, or the name of a file that it produced, is not valid.
   */
  OUTPUTS_INVALID,
  /** Retriable: a resource of the task is no longer stored. */
  RESOURCE_MISSING,
  /** Retriable: the content of a resource does not match its digest. */
  RESOURCE_DAMAGED,
  /** Retriable: the resources of the task cannot be read at the moment, or not on this host. */
  RESOURCES_UNAVAILABLE,
  /** Retriable: the handler succeeded, but the files that it produced could not be stored. */
  OUTPUTS_NOT_KEPT,
  /**
   * Retriable: a text of the task, such as a file name, has characters that this process's locale
   * cannot encode.
   */
  LOCALE_UNSUITABLE,
  /** Retriable: the handler returned {@link Outcome#retryLater}. */
  RETRY_LATER,
  /** Retriable: the handler threw an exception. */
  HANDLER_THREW,
  /** Retriable: the attempt was killed on request, and its handler stopped. */
  KILLED,
  /**
   * Not a failure: the process had to exit before the handler finished. The attempt is returned.
   * The first 100 returns of a task do not count as attempts.
   */
  EXECUTOR_DRAINED
}
