package dev.atf.hsc.claim;

import dev.atf.access.AccessControl;
import dev.atf.access.Tenancy;
import dev.atf.access.TenantQuota;
import dev.atf.hsc.call.HscMetrics;
import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.claim.ClaimRules.Decision.Refusal;
import dev.atf.hsc.lambda.EffectiveLambda;
import dev.atf.model.Attempt;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.store.RunningPermits.Permit;
import dev.atf.store.RunningPermits.Scope;
import dev.atf.store.RunningPermits.Taken;
import dev.atf.store.StoreException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps lambdas, tenants and fairness keys within their limits on running tasks. A permit of each
 * limit is taken before a claim is written, and returned after its outcome is written (ADR 0009,
 * 0080, 0089). Tasks without limits need no permits.
 */
final class Permits {
  private static final Logger log = LoggerFactory.getLogger(Permits.class);

  private final RetryingWrites writes;
  private final PermitPruning pruning;
  private final HscMetrics metrics;
  private final AccessControl access;

  @Inject
  Permits(RetryingWrites writes, PermitPruning pruning, HscMetrics metrics, AccessControl access) {
    this.writes = writes;
    this.pruning = pruning;
    this.metrics = metrics;
    this.access = access;
  }

  /**
   * Decision whether a claim may be written.
   *
   * @param full refusal; empty if the task may run
   * @param held permits of the claim
   * @param free number of further claims that the limits allow; empty if neither the lambda nor its
   *     tenant has a limit
   */
  record Admission(Optional<Refusal> full, List<Held> held, OptionalInt free) {}

  /** Permit of a claim. */
  record Held(Scope scope, Permit permit) {}

  /**
   * Takes the permits of a claim, which may then be written. A repeated claim keeps the permits
   * that it has.
   *
   * @param group group of the task's fairness key
   * @throws StoreException if the result is unknown; repeating is safe
   */
  Admission take(Attempt attempt, KeyGroup group, EffectiveLambda effective, Instant now) {
    var held = new ArrayList<Held>();
    var free = OptionalInt.empty();
    for (var limit : limits(effective.definition(), group)) {
      var taken = take(limit, attempt, effective, now);
      if (limit.scope().group().isNone()) {
        int left = Math.max(0, limit.max() - taken.heldCount());
        free = OptionalInt.of(Math.min(free.orElse(left), left));
      }
      if (taken.permit().isEmpty()) {
        return new Admission(Optional.of(limit.full()), held, free);
      }
      held.add(new Held(limit.scope(), taken.permit().get()));
    }
    return new Admission(Optional.empty(), held, free);
  }

  private Taken take(RunningLimit limit, Attempt attempt, EffectiveLambda effective, Instant now) {
    var taken = writes.takePermit(limit.scope(), attempt, limit.max(), now);
    return taken.permit().isEmpty() && pruning.prune(limit.scope(), effective, now) > 0
        ? writes.takePermit(limit.scope(), attempt, limit.max(), now)
        : taken;
  }

  /**
   * Returns the permits of a refused claim, unless the claim was written after all. Another call
   * that may still write the same claim shares the permits. Therefore they are only returned if no
   * other call has taken them; otherwise {@link PermitPruning} finds them.
   *
   * @return whether the permits are, or may be, free again
   */
  boolean refused(Admission admission, Attempt attempt, Optional<Association> found) {
    if (isHeld(attempt, found)) {
      return false;
    }
    if (isOver(attempt, found)) {
      admission.held().forEach(held -> release(attempt, held.scope()));
      return !admission.held().isEmpty();
    }
    return releaseOwn(admission, attempt);
  }

  /**
   * Returns the permits that no other call has taken for the claim.
   *
   * @return whether such permits are, or may be, free again
   */
  boolean releaseOwn(Admission admission, Attempt attempt) {
    var own = admission.held().stream().filter(held -> held.permit().takes() == 1).toList();
    own.forEach(
        held ->
            release(
                attempt, held.scope(), () -> writes.releasePermit(held.scope(), held.permit())));
    return !own.isEmpty();
  }

  /**
   * Returns the permits of a claim whose outcome is definite. If a permit cannot be returned now,
   * {@link PermitPruning} finds it.
   *
   * @param group group of the task's fairness key; {@link KeyGroup#NONE} if it is unknown
   */
  public void ended(Attempt attempt, KeyGroup group, LambdaDefinition lambda) {
    limits(lambda, group).forEach(limit -> release(attempt, limit.scope()));
  }

  private void release(Attempt attempt, Scope scope) {
    release(attempt, scope, () -> writes.releasePermit(scope, attempt.claimId()));
  }

  private void release(Attempt attempt, Scope scope, Runnable release) {
    try {
      release.run();
    } catch (StoreException e) {
      metrics.permitLeft();
      log.warn(
          "scope={} taskId={} claimId={} keeps its permit for now: {}",
          scope,
          attempt.taskId(),
          attempt.claimId(),
          e.getMessage());
    }
  }

  /** Returns whether no call can write this claim any more. Each epoch can be claimed only once. */
  private static boolean isOver(Attempt attempt, Optional<Association> found) {
    return found
        .filter(task -> task.epoch() <= attempt.epoch())
        .filter(task -> !task.status().finished() && !task.status().running())
        .isEmpty();
  }

  /** Returns whether {@code found} runs under this claim. */
  static boolean isHeld(Attempt attempt, Optional<Association> found) {
    return found.filter(task -> task.isHeldBy(attempt)).isPresent();
  }

  /** Returns whether a limit holds for all tasks of the lambda. */
  boolean limitsLambda(LambdaDefinition lambda) {
    return lambda.maxRunning() > 0 || tenantMax(lambda) > 0;
  }

  private List<RunningLimit> limits(LambdaDefinition lambda, KeyGroup group) {
    return RunningLimit.of(lambda, group, tenantMax(lambda));
  }

  private int tenantMax(LambdaDefinition lambda) {
    return access.quotaOfTenant(lambda.name().value()).map(TenantQuota::runningMax).orElse(0);
  }

  /**
   * Limit on the number of concurrent claims.
   *
   * @param max number of permits of the scope
   * @param full refusal of a claim above the limit
   */
  private record RunningLimit(Scope scope, int max, Refusal full) {
    /**
     * Returns the limits of a task in this order: lambda, tenant, fairness key. The limit of a key
     * does not hold back tasks of other keys.
     *
     * @param group group of the task's fairness key
     * @param tenantMax limit of the lambda's tenant; 0 for no limit
     */
    static List<RunningLimit> of(LambdaDefinition lambda, KeyGroup group, int tenantMax) {
      if (lambda.maxRunning() == 0 && lambda.runningMax(group) == 0 && tenantMax == 0) {
        return List.of();
      }
      return Stream.of(
              new RunningLimit(Scope.of(lambda.name()), lambda.maxRunning(), Refusal.LAMBDA_FULL),
              new RunningLimit(
                  Scope.ofTenant(Tenancy.of(lambda.name().value())),
                  tenantMax,
                  Refusal.TENANT_FULL),
              new RunningLimit(
                  new Scope(lambda.name(), group), lambda.runningMax(group), Refusal.KEY_FULL))
          .filter(limit -> limit.max() > 0)
          .toList();
    }
  }
}
