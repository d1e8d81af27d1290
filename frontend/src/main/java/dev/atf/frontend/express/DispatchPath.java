package dev.atf.frontend.express;

import java.util.Locale;

/** Which way a task that is about to be written goes to its queue: pushed at once, or why not. */
enum DispatchPath {
  EXPRESS,
  /** Its time has not come. */
  NOT_DUE,
  /** Its lambda wants it so: {@code dispatch: POLLED}. */
  TURNED_OFF,
  /** Its lambda has a dispatch rate, which the store consumers keep together. */
  DISPATCH_RATE,
  /** The gate of its lambda or collection is closed. */
  GATE_CLOSED,
  /** The gates could not be read. */
  GATES_UNKNOWN,
  /** So many references wait in its queue that its place is behind the backlog in the store. */
  QUEUE_FULL,
  /** Its queue does not answer, or has refused a push. */
  QUEUE_AWAY;

  /** As metrics name it. */
  String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
