package dev.atf.controller;

import dev.atf.model.LambdaName;
import dev.atf.runtime.rate.Backoff;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * Time to leave the HSC alone with the claims of a lambda after failures in a row: exponential,
 * with full jitter.
 */
@Singleton
final class ClaimBackoff {
  private final Backoff pauses;
  private final RandomGenerator random;

  /** Number of failures in a row, of those lambdas whose last claim failed. */
  private final Map<LambdaName, Integer> failures = new ConcurrentHashMap<>();

  @Inject
  ClaimBackoff(RandomGenerator random, ControllerTuning tuning) {
    this.pauses = new Backoff(tuning.claimBackoffMin(), tuning.claimBackoffMax());
    this.random = random;
  }

  void succeeded(LambdaName lambda) {
    failures.remove(lambda);
  }

  Duration failed(LambdaName lambda) {
    int inARow = failures.merge(lambda, 1, (before, one) -> Math.min(before, 1_000) + one);
    return pauses.after(inARow, random);
  }
}
