package dev.atf.executor;

/**
 * What becomes of {@link TaskContext#scheduleThen} when one of the children has failed for good:
 * after the attempts of its lambda are used up, with a fatal failure, or past its lambda's
 * lifetime.
 */
public enum OnChildFailure {
  /**
   * Children that run are asked to stop, those that wait do not begin, and the task that comes
   * after them never runs: its job has FAILED, and an operator may retry it.
   */
  STOP,
  /** The others go on, and the task that comes after all of them is given no result of this one. */
  CONTINUE,
  /** The others go on; what comes after them waits until an operator retries or skips this one. */
  HOLD
}
