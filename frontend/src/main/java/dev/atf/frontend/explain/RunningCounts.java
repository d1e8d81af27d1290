package dev.atf.frontend.explain;

import dev.atf.access.AccessControl;
import dev.atf.access.Tenancy;
import dev.atf.frontend.explain.Facts.TenantRunning;
import dev.atf.model.LambdaName;
import dev.atf.store.RunningPermits;
import dev.atf.store.RunningPermits.Scope;
import jakarta.inject.Inject;
import java.util.Optional;

/** Counts the running tasks that a limit counts, by their permits. */
final class RunningCounts {
  private final RunningPermits permits;
  private final AccessControl access;

  @Inject
  RunningCounts(RunningPermits permits, AccessControl access) {
    this.permits = permits;
    this.access = access;
  }

  int of(Scope scope) {
    return permits.held(scope).size();
  }

  /** Returns the running tasks of the lambda's tenant; empty if its quota does not limit them. */
  Optional<TenantRunning> ofTenant(LambdaName lambda) {
    var tenant = Tenancy.of(lambda.value());
    return access
        .quotaOfTenant(lambda.value())
        .filter(quota -> quota.runningMax() > 0)
        .map(quota -> new TenantRunning(tenant, of(Scope.ofTenant(tenant)), quota.runningMax()));
  }
}
