package dev.atf.model.periodic;

/** What becomes of a fire while the task of the fire before it has not ended. */
public enum Overlap {
  /** It is left out, and counted. */
  SKIP,
  /** One waits until that task has ended; those after it are left out while it waits. */
  QUEUE_ONE,
  /** Its task runs beside the other. */
  ALLOW
}
