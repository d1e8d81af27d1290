package dev.atf.hsc.claim;

import dev.atf.hsc.call.HscMetrics;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.RetryPolicy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/** The retry budgets of this process: n processes together allow n times as much. */
@Singleton
final class RetryPacings {
  private final RandomGenerator random;
  private final HscMetrics metrics;

  /** Entries, one for each lambda whose tasks have failed or succeeded here. */
  private final Map<LambdaName, RetryPacing> pacings = new ConcurrentHashMap<>();

  @Inject
  RetryPacings(RandomGenerator random, HscMetrics metrics) {
    this.random = random;
    this.metrics = metrics;
  }

  RetryPace of(LambdaDefinition lambda, Instant now) {
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
    pacings.compute(
        lambda.name(),
        (name, pacing) ->
            pacing == null ? RetryPacing.full(budget, now) : pacing.succeeded(budget, now));
  }

  private Instant paced(LambdaDefinition lambda, Instant at, Instant deadline, Instant now) {
    var budget = lambda.retry().budget();
    var after =
        pacings.compute(
            lambda.name(),
            (name, pacing) ->
                (pacing == null ? RetryPacing.full(budget, now) : pacing)
                    .reserved(budget, lambda.retry().maxBackoff(), now));
    return at.plus(within(limit(lambda.retry(), at, deadline), after.debt(budget)));
  }

  /**
   * Returns the debt, or a random delay within a limit that it reaches: late retries are spread,
   * and not lost.
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
}
