package dev.atf.model.job.definition;

import dev.atf.model.check.InvalidFieldException;

/**
 * What becomes of a job when a task of a step has failed for good: after the attempts of its lambda
 * are used up, with a fatal failure, or past the step's ultimatum.
 *
 * @param retries how many more tasks the step, or the item, is given; 0–100
 * @param then what happens after them
 */
public record FailurePolicy(int retries, Then then) {
  public static final int RETRIES_MAX = 100;

  /** After the last try. */
  public enum Then {
    /** The job is stopped and has failed; what ran stays. */
    FAIL,
    /** The steps after it go on as if it had succeeded, without a result of it. */
    CONTINUE,
    /** What ran is reverted. */
    COMPENSATE,
    /** Steps that depend on it wait until an operator retries or skips it. */
    HOLD
  }

  public FailurePolicy {
    if (retries < 0 || retries > RETRIES_MAX) {
      throw new InvalidFieldException("retries", retries, "0 to " + RETRIES_MAX);
    }
  }
}
