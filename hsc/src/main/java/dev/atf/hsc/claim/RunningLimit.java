package dev.atf.hsc.claim;

import dev.atf.access.Tenancy;
import dev.atf.hsc.claim.ClaimDecision.Reason;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.store.RunningPermits.Scope;
import java.util.List;
import java.util.stream.Stream;

/**
 * Limit on the claims that stand at a time.
 *
 * @param max permits of the scope
 * @param full reason for refusing a claim beyond it
 */
record RunningLimit(Scope scope, int max, Reason full) {
  /**
   * Returns the limits of a task: its lambda's first, then its tenant's, then its key's, which
   * holds back no other key's tasks.
   *
   * @param group of the task's fairness key
   * @param tenantMax of the lambda's tenant; 0: no limit
   */
  static List<RunningLimit> of(LambdaDefinition lambda, KeyGroup group, int tenantMax) {
    if (lambda.maxRunning() == 0 && lambda.runningMax(group) == 0 && tenantMax == 0) {
      return List.of();
    }
    return Stream.of(
            new RunningLimit(Scope.of(lambda.name()), lambda.maxRunning(), Reason.LAMBDA_FULL),
            new RunningLimit(
                Scope.ofTenant(Tenancy.of(lambda.name().value())), tenantMax, Reason.TENANT_FULL),
            new RunningLimit(
                new Scope(lambda.name(), group), lambda.runningMax(group), Reason.KEY_FULL))
        .filter(limit -> limit.max() > 0)
        .toList();
  }
}
