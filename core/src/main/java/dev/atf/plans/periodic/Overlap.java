package dev.atf.plans.periodic;

/** Policy for a fire while the task of the previous fire has not ended. */
public enum Overlap {
  /** The fire is left out and counted. */
  SKIP,
  /** One fire waits until that task has ended. Later fires are left out while it waits. */
  QUEUE_ONE,
  /** Its task runs in parallel to the other. */
  ALLOW
}
