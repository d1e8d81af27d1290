package dev.atf.plans.periodic;

/** Policy for a fire while the task of the previous fire has not ended. */
public enum Overlap {
  /** The fire is left out and counted. */
  SKIP,
  /** One fire waits until that task has ended. Fires that are due while it waits are left out. */
  QUEUE_ONE,
  /** The task of the fire runs in parallel with the previous one. */
  ALLOW
}
