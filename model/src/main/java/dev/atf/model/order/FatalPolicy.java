package dev.atf.model.order;

/** What becomes of a key when the task that has its turn ends as a fatal failure. */
public enum FatalPolicy {
  /** The next one runs; the failed one is a dead letter like any other. */
  CONTINUE,
  /** Nobody runs until an operator says skip or retry. */
  HOLD
}
