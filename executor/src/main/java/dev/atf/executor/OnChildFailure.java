package dev.atf.executor;

/**
 * Policy of {@link TaskContext#scheduleThen} for a child that has finally failed: its attempts are
 * used up, its failure was fatal, or its lambda's lifetime has passed.
 */
public enum OnChildFailure {
  /**
   * Running children are asked to stop, waiting children do not start, and the task after them does
   * not run. The job is FAILED until an operator retries it.
   */
  STOP,
  /** The other children continue, and the task after them runs without the result of this one. */
  CONTINUE,
  /**
   * The other children continue. The task after them waits until an operator retries or skips this
   * one.
   */
  HOLD
}
