package dev.atf.model.task;

import dev.atf.model.Failure;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.lambda.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Consequence of a failed attempt. The rule is the same for reported failures and for expired
 * leases.
 */
public sealed interface RetryDecision {
  record RetryAt(Instant at) implements RetryDecision {}

  record GiveUp(Failure failure) implements RetryDecision {}

  /**
   * Decides about a running task. While the wall clock is in doubt, no deadline ends a task, and a
   * retry is at the latest as if the attempt had lasted until the end of its lease.
   *
   * @param retryAfter delay that the handler requested; the policy's backoff otherwise
   */
  static RetryDecision after(
      Failure failure,
      Association task,
      Optional<Duration> retryAfter,
      RetryPolicy policy,
      WallTime now,
      RandomGenerator random) {
    var failedAt = now.endOf(Objects.requireNonNull(task.lease()));
    var deadline = now.deadline(task.header());
    return after(failure, task.attempt(), retryAfter, policy, deadline, failedAt, random);
  }

  /**
   * Decides about a task from the number of its attempts.
   *
   * @param attempt number of the failed attempt, from 1
   * @param retryAfter delay that the handler requested; the policy's backoff otherwise
   */
  static RetryDecision after(
      Failure failure,
      int attempt,
      Optional<Duration> retryAfter,
      RetryPolicy policy,
      Instant deadline,
      Instant now,
      RandomGenerator random) {
    if (attempt >= policy.maxAttempts()) {
      return new GiveUp(
          new Failure(
              FrameworkFailure.ATTEMPTS_EXHAUSTED.name(),
              "attempt " + attempt + " of " + policy.maxAttempts() + " failed: " + text(failure),
              failure.details(),
              false));
    }
    var retryAt = now.plus(retryAfter.orElseGet(() -> policy.backoff(attempt, random)));
    if (!retryAt.isBefore(deadline)) {
      return new GiveUp(
          new Failure(
              FrameworkFailure.DEADLINE_EXCEEDED.name(),
              "no time is left before " + deadline + " for another attempt: " + text(failure),
              failure.details(),
              false));
    }
    return new RetryAt(retryAt);
  }

  private static String text(Failure failure) {
    return failure.code() + ": " + failure.message();
  }
}
