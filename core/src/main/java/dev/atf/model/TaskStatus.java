package dev.atf.model;

/** State of a task. {@code TaskLifecycle} lists the possible changes. */
public enum TaskStatus {
  /** The task waits for its time. */
  NEW,
  /** The task is ready: a reference to it was, or is about to be, pushed to its queue. */
  ENQUEUED,
  /** One executor has the exclusive right to run the task. */
  CLAIMED,
  /** The executor has sent at least one heartbeat for the task. */
  PROCESSING,
  /** An attempt failed, and the task waits for the next one. */
  RETRIABLE_FAILURE,
  /** An attempt could not continue for a reason outside the task, which waits for a condition. */
  BLOCKED,
  SUCCESS,
  FATAL_FAILURE,
  CANCELLED;

  /** Returns whether this is a terminal outcome. */
  public boolean finished() {
    return switch (this) {
      case NEW, ENQUEUED, CLAIMED, PROCESSING, RETRIABLE_FAILURE, BLOCKED -> false;
      case SUCCESS, FATAL_FAILURE, CANCELLED -> true;
    };
  }

  /** Returns whether an executor holds a claim on the task. */
  public boolean running() {
    return this == CLAIMED || this == PROCESSING;
  }
}
