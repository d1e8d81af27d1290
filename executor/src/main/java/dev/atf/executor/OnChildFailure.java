package dev.atf.executor;

/**
 * Policy of {@link TaskContext#scheduleThen} for a child that has failed for good: after the
 * attempts of its lambda are used up, with a fatal failure, or past its lambda's lifetime.
 */
public enum OnChildFailure {
  /**
   * Running children are asked to stop, waiting ones do not begin, and the task after them never
   * runs: its job has FAILED, and an operator may retry it.
   */
  STOP,
  /** The other children go on, and the task after them runs without the result of this one. */
  CONTINUE,
  /**
   * The other children go on; the task after them waits until an operator retries or skips this
   * one.
   */
  HOLD
}
