package dev.atf.frontend.express;

import java.util.Locale;

/**
 * Path of a task that is about to be written: pushed to its queue immediately, or the reason why
 * not.
 */
enum DispatchPath {
  EXPRESS,
  /** The task is not due yet. */
  NOT_DUE,
  /** The lambda has the setting {@code dispatch: POLLED}. */
  TURNED_OFF,
  /** The lambda has a dispatch rate, which the store consumers enforce together. */
  DISPATCH_RATE,
  /** The gate of its lambda or collection is closed. */
  GATE_CLOSED,
  /** The gates could not be read. */
  GATES_UNKNOWN,
  /**
   * The queue already holds so many references that the task must wait behind the backlog in the
   * store.
   */
  QUEUE_FULL,
  /** The queue does not answer, or has recently refused a push. */
  QUEUE_AWAY;

  /** Returns the value of the tag in metrics. */
  String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
