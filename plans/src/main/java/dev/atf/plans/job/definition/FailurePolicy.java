package dev.atf.plans.job.definition;

import dev.atf.model.check.InvalidFieldException;

/**
 * Policy for a step's task that has failed for good: after the attempts of its lambda are used up,
 * with a fatal failure, or past the step's ultimatum.
 *
 * @param retries number of further tasks for the step, or the item; 0–100
 * @param then effect after the last of them
 */
public record FailurePolicy(int retries, Then then) {
  static final int RETRIES_MAX = 100;

  /** Effect on the job after the last try. */
  public enum Then {
    /** The job is stopped and has failed; steps that ran stay. */
    FAIL,
    /** The steps after it run as if it had succeeded, without a result of it. */
    CONTINUE,
    /** Steps that ran are reverted. */
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
