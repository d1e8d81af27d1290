package dev.atf.hsc;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.LambdaDefinition;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Transition;
import dev.atf.store.RunningPermits;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.TaskEntities;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * Writes whose repetition can be told from a lost race, repeated when their outcome is unknown. If
 * the first try of a transition was applied, the second is refused and shows the caller its own
 * write.
 *
 * <p>All throw {@link StoreOutcomeUnknownException} if it is still unknown; then the caller's
 * caller repeats the call.
 */
final class SureWrites {
  /** Chosen: the adapter has had its own retries; what is unknown three times is an outage. */
  private static final int TRIES_MAX = 3;

  private final TaskTransitions transitions;
  private final TaskEntities entities;
  private final RunningPermits permits;
  private final HscMetrics metrics;

  @Inject
  SureWrites(
      TaskTransitions transitions,
      TaskEntities entities,
      RunningPermits permits,
      HscMetrics metrics) {
    this.transitions = transitions;
    this.entities = entities;
    this.permits = permits;
    this.metrics = metrics;
  }

  TransitionResult apply(Transition transition) {
    return sure(() -> transitions.apply(transition));
  }

  void putResult(Attempt attempt, Payload result, Instant expiresAt) {
    sure(
        () -> {
          entities.putResult(attempt.taskId(), attempt.epoch(), result, expiresAt);
          return true;
        });
  }

  boolean takePermit(LambdaDefinition lambda, Attempt attempt, Instant now) {
    return sure(() -> permits.take(lambda.name(), attempt, lambda.maxRunning(), now));
  }

  void releasePermit(LambdaName lambda, ClaimId claimId) {
    sure(
        () -> {
          permits.release(lambda, claimId);
          return true;
        });
  }

  private <T> T sure(Supplier<T> write) {
    for (int attempt = 1; attempt < TRIES_MAX; attempt++) {
      try {
        return write.get();
      } catch (StoreOutcomeUnknownException e) {
        metrics.outcomeUnknown();
      }
    }
    return write.get();
  }
}
