package dev.atf.hsc.call;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.TaskEntity;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.transition.Transition;
import dev.atf.plans.row.PlanPart;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.RunningPermits;
import dev.atf.store.RunningPermits.Permit;
import dev.atf.store.RunningPermits.Taken;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.TaskEntities;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.store.plans.Plans;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * Writes whose repetition can be told from a lost race, repeated while their outcome is unknown. If
 * the first try of a transition was applied, the second is refused and shows the caller its own
 * write.
 *
 * <p>A write is repeated as long as the executor still waits for the answer; after that it repeats
 * the call itself. All throw {@link StoreOutcomeUnknownException} if it is still unknown; then the
 * caller's caller repeats the call.
 */
public final class RetryingWrites {
  private final TaskTransitions transitions;
  private final TaskEntities entities;
  private final WriteTries tries;
  private final MonotonicClock clock;
  private final RunningPermits permits;
  private final Plans plans;
  private final HscMetrics metrics;

  @Inject
  RetryingWrites(
      TaskTransitions transitions,
      TaskEntities entities,
      RunningPermits permits,
      Plans plans,
      WriteTries tries,
      MonotonicClock clock,
      HscMetrics metrics) {
    this.tries = tries;
    this.clock = clock;
    this.transitions = transitions;
    this.entities = entities;
    this.permits = permits;
    this.plans = plans;
    this.metrics = metrics;
  }

  public TransitionResult apply(Transition transition) {
    return sure(() -> transitions.apply(transition));
  }

  public void putResult(Attempt attempt, Payload result, Instant expiresAt) {
    surely(() -> entities.putResult(attempt.taskId(), attempt.epoch(), result, expiresAt));
  }

  /** Returns the stored entity: this one, or one that was put before. */
  public TaskEntity putEntity(TaskEntity entity) {
    return sure(() -> entities.putIfAbsent(entity)).orElse(entity);
  }

  /** Puts a part of a plan; one that is stored already is the same. */
  public void putPart(PlanPart part) {
    boolean unused = sure(() -> plans.putPart(part));
  }

  public Taken takePermit(LambdaDefinition lambda, Attempt attempt, Instant now) {
    return sure(() -> permits.take(lambda.name(), attempt, lambda.maxRunning(), now));
  }

  public void releasePermit(LambdaName lambda, ClaimId claimId) {
    surely(() -> permits.release(lambda, claimId));
  }

  public void releasePermit(LambdaName lambda, Permit seen) {
    surely(() -> permits.release(lambda, seen));
  }

  private void surely(Runnable write) {
    sure(
        () -> {
          write.run();
          return true;
        });
  }

  private <T> T sure(Supplier<T> write) {
    long begunAt = clock.nanos();
    for (int sent = 1; ; sent++) {
      try {
        return write.get();
      } catch (StoreOutcomeUnknownException e) {
        metrics.outcomeUnknown();
        if (!tries.allowAnother(sent, clock.since(begunAt))) {
          throw e;
        }
      }
    }
  }
}
