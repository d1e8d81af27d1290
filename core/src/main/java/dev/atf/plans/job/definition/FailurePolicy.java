package dev.atf.plans.job.definition;

import dev.atf.model.check.InvalidFieldException;

/**
 * Policy for a step's task that has failed permanently: it has used up the attempts of its lambda,
 * failed fatally, or exceeded the step's ultimatum.
 *
 * @param retries number of further tasks for the step or the item, 0–100
 * @param then effect after the last task
 */
public record FailurePolicy(int retries, Then then) {
  static final int RETRIES_MAX = 100;

  /** Effect on the job after the last try. */
  public enum Then {
    /** The job is stopped and has failed. The effects of steps that ran stay. */
    FAIL,
    /** The steps after the failed one run as if it had succeeded, but without a result. */
    CONTINUE,
    /** Steps that ran are reverted. */
    COMPENSATE,
    /** Steps that depend on the failed one wait until an operator retries or skips it. */
    HOLD
  }

  public FailurePolicy {
    if (retries < 0 || retries > RETRIES_MAX) {
      throw new InvalidFieldException("retries", retries, "0 to " + RETRIES_MAX);
    }
  }
}
