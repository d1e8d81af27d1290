package dev.atf.plans.periodic;

/** Policy for a fire while the task of the fire before it has not ended. */
public enum Overlap {
  /** The fire is left out, and counted. */
  SKIP,
  /** One waits until that task has ended; later ones are left out while it waits. */
  QUEUE_ONE,
  /** Its task runs beside the other. */
  ALLOW
}
