package dev.atf.frontend.express;

import java.util.Locale;

/**
 * Path of a task that is about to be written to its queue: pushed at once, or the reason why not.
 */
enum DispatchPath {
  EXPRESS,
  /** The task's time has not come. */
  NOT_DUE,
  /** The lambda says {@code dispatch: POLLED}. */
  TURNED_OFF,
  /** The lambda has a dispatch rate, which the store consumers keep together. */
  DISPATCH_RATE,
  /** The gate of its lambda or collection is closed. */
  GATE_CLOSED,
  /** The gates could not be read. */
  GATES_UNKNOWN,
  /**
   * The queue holds so many references that the task's place is behind the backlog in the store.
   */
  QUEUE_FULL,
  /** The queue does not answer, or has refused a push. */
  QUEUE_AWAY;

  /** Returns the value of the metrics' tag. */
  String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
