package dev.atf.plans.periodic;

/** Policy for a fire while the task of the previous fire has not ended. */
public enum Overlap {
  /** The fire is skipped and counted. */
  SKIP,
  /** One fire waits until that task has ended. Fires that are due while it waits are skipped. */
  QUEUE_ONE,
  /** The task of the fire runs in parallel with the previous one. */
  ALLOW
}
