package dev.atf.model.lambda;

import dev.atf.model.check.FieldViolation;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.check.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Number and delays of the retries of a failed task: exponential backoff with full jitter. The
 * whole delay is random, so that tasks that failed together are not retried together.
 *
 * @param maxAttempts maximum number of executions, 1–1,000
 * @param initialBackoff upper bound of the first delay
 * @param maxBackoff upper bound of every delay
 * @param multiplier growth of the bound, at least 1
 * @param budget limit for all tasks of the lambda together
 */
public record RetryPolicy(
    int maxAttempts,
    Duration initialBackoff,
    Duration maxBackoff,
    double multiplier,
    RetryBudget budget) {
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(10, Duration.ofSeconds(1), Duration.ofMinutes(15), 2, RetryBudget.DEFAULT);

  public RetryPolicy {
    var violations = violations(maxAttempts, initialBackoff, maxBackoff, multiplier);
    if (!violations.isEmpty()) {
      throw new InvalidFieldException(violations);
    }
  }

  /** Returns all violations of these values; empty if they are a valid policy. */
  public static List<FieldViolation> violations(
      int maxAttempts, Duration initialBackoff, Duration maxBackoff, double multiplier) {
    var found = new ArrayList<FieldViolation>();
    if (maxAttempts < 1 || maxAttempts > Limits.ATTEMPTS_MAX) {
      found.add(
          new FieldViolation("retry.maxAttempts", "" + maxAttempts, "1 to " + Limits.ATTEMPTS_MAX));
    }
    if (initialBackoff.isNegative() || initialBackoff.isZero()) {
      found.add(new FieldViolation("retry.initialBackoff", "" + initialBackoff, "more than 0"));
    }
    if (maxBackoff.compareTo(initialBackoff) < 0) {
      found.add(
          new FieldViolation(
              "retry.maxBackoff", "" + maxBackoff, "at least initialBackoff, " + initialBackoff));
    }
    if (!(multiplier >= 1) || multiplier > 100) {
      found.add(new FieldViolation("retry.multiplier", "" + multiplier, "1 to 100"));
    }
    return found;
  }

  /**
   * Draws the delay after the failure of an attempt.
   *
   * @param attempt number of the attempt, from 1
   */
  public Duration backoff(int attempt, RandomGenerator random) {
    double bound =
        Math.min(
            (double) maxBackoff.toMillis(),
            initialBackoff.toMillis() * Math.pow(multiplier, attempt - 1.0));
    return Duration.ofMillis(1 + (long) (random.nextDouble() * bound));
  }
}
