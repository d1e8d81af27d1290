package dev.atf.hsc.claim;

import dev.atf.hsc.call.HscMetrics;
import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.lambda.Terms;
import dev.atf.model.Association;
import dev.atf.model.Attempt;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.store.RunningPermits.Permit;
import dev.atf.store.RunningPermits.Taken;
import dev.atf.store.StoreException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a lambda that limits what runs at a time within its limit: a claim has a permit before it
 * is written, and the permit goes back after the claim's outcome was (ADR 0009). Lambdas without a
 * limit cost nothing.
 */
public final class Permits {
  private static final Logger log = LoggerFactory.getLogger(Permits.class);

  private final RetryingWrites writes;
  private final PermitPruning pruning;
  private final HscMetrics metrics;

  @Inject
  Permits(RetryingWrites writes, PermitPruning pruning, HscMetrics metrics) {
    this.writes = writes;
    this.pruning = pruning;
    this.metrics = metrics;
  }

  /**
   * Decision whether a claim may be written.
   *
   * @param permit empty where none is needed
   * @param free how many more claims may stand after it; empty if there is no limit
   */
  record Admission(boolean granted, Optional<Permit> permit, OptionalInt free) {
    private static final Admission UNLIMITED =
        new Admission(true, Optional.empty(), OptionalInt.empty());

    private static Admission of(Taken taken, int max) {
      int free = Math.max(0, max - taken.heldCount());
      return new Admission(taken.permit().isPresent(), taken.permit(), OptionalInt.of(free));
    }
  }

  /**
   * Decides whether the claim may be written. The same claim again keeps the permit that it has.
   *
   * @throws StoreException if that is not known; repeating is safe
   */
  Admission take(Attempt attempt, Terms terms, Instant now) {
    var lambda = terms.lambda();
    if (!limits(lambda)) {
      return Admission.UNLIMITED;
    }
    var taken = writes.takePermit(lambda, attempt, now);
    if (taken.permit().isEmpty() && pruning.prune(terms, now) > 0) {
      taken = writes.takePermit(lambda, attempt, now);
    }
    return Admission.of(taken, lambda.maxRunning());
  }

  /**
   * Gives back the permit of a claim that was refused, unless the claim stands after all. While
   * another call may still write the same claim, the permit is that one's, too: it goes back only
   * if nobody else has taken it, and otherwise {@link PermitPruning} finds it.
   *
   * @return whether the permit is free again, or perhaps is
   */
  boolean refused(
      Admission admission, Attempt attempt, LambdaDefinition lambda, Optional<Association> found) {
    if (!limits(lambda) || isHeld(attempt, found)) {
      return false;
    }
    if (isOver(attempt, found)) {
      ended(attempt, lambda);
      return true;
    }
    var own = admission.permit().filter(permit -> permit.takes() == 1);
    own.ifPresent(
        permit -> giveBack(attempt, lambda, () -> writes.releasePermit(lambda.name(), permit)));
    return own.isPresent();
  }

  /**
   * Gives back the permit of a claim whose outcome is definite. One that cannot be given back now
   * is found by {@link PermitPruning}.
   */
  public void ended(Attempt attempt, LambdaDefinition lambda) {
    if (limits(lambda)) {
      giveBack(attempt, lambda, () -> writes.releasePermit(lambda.name(), attempt.claimId()));
    }
  }

  private void giveBack(Attempt attempt, LambdaDefinition lambda, Runnable release) {
    try {
      release.run();
    } catch (StoreException e) {
      metrics.permitLeft();
      log.warn(
          "lambda={} taskId={} claimId={} keeps its permit for now: {}",
          lambda.name(),
          attempt.taskId(),
          attempt.claimId(),
          e.getMessage());
    }
  }

  /** Returns whether no call can write this claim any more: each epoch is claimed at most once. */
  private static boolean isOver(Attempt attempt, Optional<Association> found) {
    return found
        .filter(task -> task.epoch() <= attempt.epoch())
        .filter(task -> !task.status().finished() && !task.status().running())
        .isEmpty();
  }

  /** Returns whether {@code found} runs by this claim. */
  static boolean isHeld(Attempt attempt, Optional<Association> found) {
    return found
        .filter(task -> task.status().running() && task.epoch() == attempt.epoch())
        .map(Association::lease)
        .filter(lease -> lease.claimId().equals(attempt.claimId()))
        .isPresent();
  }

  static boolean limits(LambdaDefinition lambda) {
    return lambda.maxRunning() > 0;
  }
}
