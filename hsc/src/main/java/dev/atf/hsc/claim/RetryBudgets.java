package dev.atf.hsc.claim;

import dev.atf.hsc.call.HscMetrics;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.RetryBudget;
import dev.atf.model.lambda.RetryPolicy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/** Retry budgets of this process. Several processes together allow the sum of their budgets. */
@Singleton
final class RetryBudgets {
  private final RandomGenerator random;
  private final HscMetrics metrics;

  /** Budgets by lambda. Lambdas whose tasks have neither failed nor succeeded here have none. */
  private final Map<LambdaName, RetryPacing> budgets = new ConcurrentHashMap<>();

  @Inject
  RetryBudgets(RandomGenerator random, HscMetrics metrics) {
    this.random = random;
    this.metrics = metrics;
  }

  ResultRules.Pace of(LambdaDefinition lambda, Instant now) {
    return (at, deadline) -> {
      var paced = paced(lambda, at, deadline, now);
      if (paced.isAfter(at)) {
        metrics.retryPaced();
      }
      return paced;
    };
  }

  void succeeded(LambdaDefinition lambda, Instant now) {
    var budget = lambda.retry().budget();
    budgets.compute(
        lambda.name(),
        (name, pacing) ->
            pacing == null ? RetryPacing.full(budget, now) : pacing.succeeded(budget, now));
  }

  private Instant paced(LambdaDefinition lambda, Instant at, Instant deadline, Instant now) {
    var budget = lambda.retry().budget();
    var after =
        budgets.compute(
            lambda.name(),
            (name, pacing) ->
                (pacing == null ? RetryPacing.full(budget, now) : pacing)
                    .reserved(budget, lambda.retry().maxBackoff(), now));
    return at.plus(within(limit(lambda.retry(), at, deadline), after.debt(budget)));
  }

  /**
   * Returns the debt; if it reaches the limit, a random delay within the limit. Such retries are
   * spread over time, and not lost.
   */
  private Duration within(Duration limit, Duration debt) {
    return debt.isZero() || debt.compareTo(limit) < 0
        ? debt
        : Duration.ofMillis((long) (random.nextDouble() * limit.toMillis()));
  }

  private static Duration limit(RetryPolicy policy, Instant at, Instant deadline) {
    var left = Duration.between(at, deadline);
    return left.compareTo(policy.maxBackoff()) < 0 ? left : policy.maxBackoff();
  }

  /**
   * Debt of a lambda's retries to its budget: a bucket of tokens that fills with time and with
   * successes. A retry that finds the bucket empty takes a token on credit, and is delayed by the
   * time in which the bucket earns it.
   *
   * @param tokens number of tokens; negative for a debt
   * @param at time of that number
   */
  private record RetryPacing(double tokens, Instant at) {
    /** Size of the bucket: after a quiet time, the retries of one second may start immediately. */
    private static final Duration BURST = Duration.ofSeconds(1);

    /** Maximum time by which concurrent calls overtake each other. A clock was set back further. */
    private static final Duration DISORDER_MAX = Duration.ofMinutes(1);

    /** Returns a full bucket without a debt. */
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
     * @param debtMax maximum debt; further retries are not counted, because otherwise the debt of
     *     one day would delay retries for another day
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

    /** Adds the tokens for the time since {@code at}. A clock that was set back adds none. */
    private RetryPacing refilled(RetryBudget budget, Instant now) {
      if (!now.isAfter(at)) {
        return now.plus(DISORDER_MAX).isBefore(at) ? new RetryPacing(tokens, now) : this;
      }
      double earned = Duration.between(at, now).toMillis() / 1_000.0 * budget.perSecond();
      return new RetryPacing(Math.min(capacity(budget), tokens + earned), now);
    }

    private static double capacity(RetryBudget budget) {
      return Math.max(1, budget.perSecond() * BURST.toMillis() / 1_000);
    }
  }
}
