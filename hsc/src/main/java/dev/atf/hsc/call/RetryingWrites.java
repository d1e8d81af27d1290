package dev.atf.hsc.call;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.Payload;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.Transition;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.RunningPermits;
import dev.atf.store.RunningPermits.Permit;
import dev.atf.store.RunningPermits.Scope;
import dev.atf.store.RunningPermits.Taken;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.TaskEntities;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * Writes that are retried while their outcome is unknown. A retry can be distinguished from a lost
 * race: if the first try of a transition was applied, the second is refused and shows the caller
 * its own write.
 *
 * <p>A write is retried as long as the executor still waits for the answer; after that, the
 * executor repeats the call. All methods throw {@link StoreOutcomeUnknownException} if the outcome
 * is still unknown.
 */
public final class RetryingWrites {
  /**
   * Limits on the tries of a write whose outcome is unknown.
   *
   * @param max maximum number of tries
   * @param oneTakes maximum duration of one try
   * @param callerWaits time from the start of the first try within which every try must be able to
   *     end
   */
  public record Tries(int max, Duration oneTakes, Duration callerWaits) {
    /**
     * Returns whether another try may start.
     *
     * @param sent number of tries so far
     * @param since time since the start of the first try
     */
    public boolean allowAnother(int sent, Duration since) {
      return sent < max && since.plus(oneTakes).compareTo(callerWaits) <= 0;
    }
  }

  private final TaskTransitions transitions;
  private final TaskEntities entities;
  private final Tries tries;
  private final MonotonicClock clock;
  private final RunningPermits permits;
  private final HscMetrics metrics;

  @Inject
  RetryingWrites(
      TaskTransitions transitions,
      TaskEntities entities,
      RunningPermits permits,
      Tries tries,
      MonotonicClock clock,
      HscMetrics metrics) {
    this.tries = tries;
    this.clock = clock;
    this.transitions = transitions;
    this.entities = entities;
    this.permits = permits;
    this.metrics = metrics;
  }

  public TransitionResult apply(Transition transition) {
    return retryUntilKnown(() -> transitions.apply(transition));
  }

  public void putResult(Attempt attempt, Payload result, Instant expiresAt) {
    runUntilKnown(() -> entities.putResult(attempt.taskId(), attempt.epoch(), result, expiresAt));
  }

  /**
   * Stores the entity unless one is stored already. Returns the stored entity, which is either this
   * one or the earlier one.
   */
  public TaskEntity putEntity(TaskEntity entity) {
    return retryUntilKnown(() -> entities.putIfAbsent(entity)).orElse(entity);
  }

  public Taken takePermit(Scope scope, Attempt attempt, int max, Instant now) {
    return retryUntilKnown(() -> permits.take(scope, attempt, max, now));
  }

  public void releasePermit(Scope scope, ClaimId claimId) {
    runUntilKnown(() -> permits.release(scope, claimId));
  }

  public void releasePermit(Scope scope, Permit seen) {
    runUntilKnown(() -> permits.release(scope, seen));
  }

  private void runUntilKnown(Runnable write) {
    retryUntilKnown(
        () -> {
          write.run();
          return true;
        });
  }

  /**
   * Retries an idempotent write while its outcome is unknown. The outcome stays unknown if the
   * store refuses a retry, because the first try may have been applied.
   */
  public <T> T retryUntilKnown(Supplier<T> write) {
    long begunAt = clock.nanos();
    for (int sent = 1; ; sent++) {
      try {
        return write.get();
      } catch (StoreOutcomeUnknownException e) {
        metrics.outcomeUnknown();
        if (!tries.allowAnother(sent, clock.since(begunAt))) {
          throw e;
        }
      } catch (StoreUnavailableException e) {
        if (sent > 1) {
          throw new StoreOutcomeUnknownException(
              "outcome unknown, and the store does not take the repetition", e);
        }
        throw e;
      }
    }
  }
}
