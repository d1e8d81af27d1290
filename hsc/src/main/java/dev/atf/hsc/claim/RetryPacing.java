package dev.atf.hsc.claim;

import dev.atf.model.lambda.RetryBudget;
import java.time.Duration;
import java.time.Instant;

/**
 * Lead of a lambda's retries over its budget: a bucket of tokens that fills with time and with
 * successes. A retry that finds it empty takes its token on credit, and comes by so much later as
 * the bucket needs to earn it.
 *
 * @param tokens below 0: owed
 * @param at time of that count
 */
record RetryPacing(double tokens, Instant at) {
  /** Chosen: after a quiet time, the retries of one second may come at once. */
  private static final Duration BURST = Duration.ofSeconds(1);

  /** Returns a full bucket, with nothing owed. */
  static RetryPacing full(RetryBudget budget, Instant now) {
    return new RetryPacing(capacity(budget), now);
  }

  RetryPacing succeeded(RetryBudget budget, Instant now) {
    var refilled = refilled(budget, now);
    return new RetryPacing(
        Math.min(capacity(budget), refilled.tokens + budget.ratio()), refilled.at);
  }

  /**
   * Takes a token for one retry.
   *
   * @param debtMax retries beyond it are not counted, or the debt of a day would last for another
   */
  RetryPacing reserved(RetryBudget budget, Duration debtMax, Instant now) {
    var refilled = refilled(budget, now);
    double owedMax = budget.perSecond() * debtMax.toMillis() / 1_000;
    return new RetryPacing(Math.max(refilled.tokens - 1, -owedMax), refilled.at);
  }

  /** Returns the delay of a retry that has just taken its token. */
  Duration debt(RetryBudget budget) {
    return tokens >= 0
        ? Duration.ZERO
        : Duration.ofMillis((long) (-tokens / budget.perSecond() * 1_000));
  }

  /** Adds the tokens of the time since {@code at}; a clock that goes back adds none. */
  private RetryPacing refilled(RetryBudget budget, Instant now) {
    if (!now.isAfter(at)) {
      return this;
    }
    double earned = Duration.between(at, now).toMillis() / 1_000.0 * budget.perSecond();
    return new RetryPacing(Math.min(capacity(budget), tokens + earned), now);
  }

  private static double capacity(RetryBudget budget) {
    return Math.max(1, budget.perSecond() * BURST.toMillis() / 1_000);
  }
}
