package dev.atf.model.lambda;

import dev.atf.model.check.FieldViolation;
import dev.atf.model.check.InvalidFieldException;
import java.util.ArrayList;
import java.util.List;

/**
 * Limit on a lambda's retries per second, so that they do not overload a dependency that fails all
 * of its tasks. Retries above the limit are delayed.
 *
 * @param ratio number of retries for each success, 0–10
 * @param perSecond number of additional retries per second, more than 0, at most 100,000
 */
public record RetryBudget(double ratio, double perSecond) {
  public static final RetryBudget DEFAULT = new RetryBudget(0.2, 10);

  public RetryBudget {
    var violations = violations(ratio, perSecond);
    if (!violations.isEmpty()) {
      throw new InvalidFieldException(violations);
    }
  }

  /** Returns all violations of these values; empty if they are a valid budget. */
  public static List<FieldViolation> violations(double ratio, double perSecond) {
    var found = new ArrayList<FieldViolation>();
    if (!(ratio >= 0 && ratio <= 10)) {
      found.add(new FieldViolation("retry.budgetRatio", "" + ratio, "0 to 10"));
    }
    if (!(perSecond > 0 && perSecond <= 100_000)) {
      found.add(
          new FieldViolation(
              "retry.budgetPerSecond", "" + perSecond, "more than 0, at most 100000"));
    }
    return found;
  }
}
