package dev.atf.access;

import dev.atf.protocol.v1.Action;
import dev.atf.runtime.auth.Principal;
import java.util.Collection;
import java.util.List;

/** Rights of one caller. Only the decision: no I/O, no time. */
record Rights(String tenant, List<Grant> grants) {
  /** Decision on one action on one lambda. */
  enum Decision {
    ALLOWED,
    /** The caller may not learn whether the lambda exists. */
    HIDDEN,
    DENIED
  }

  static Rights of(Principal principal, Policy policy) {
    return new Rights(principal.tenant(), policy.grantsOf(principal));
  }

  Decision on(Collection<Action> actions, String lambda) {
    if (!Tenancy.sees(tenant, lambda)) {
      return Decision.HIDDEN;
    }
    return actions.stream()
            .allMatch(action -> grants.stream().anyMatch(grant -> grant.permits(action, lambda)))
        ? Decision.ALLOWED
        : Decision.DENIED;
  }

  /**
   * Returns whether this is allowed on every lambda of every tenant.
   *
   * @param tenantsAreNamed whether credentials say tenants at all; otherwise the grant decides
   */
  boolean everywhere(Collection<Action> actions, boolean tenantsAreNamed) {
    return (!tenantsAreNamed || Tenancy.seesAll(tenant))
        && actions.stream()
            .allMatch(action -> grants.stream().anyMatch(grant -> grant.permitsEverywhere(action)));
  }

  /** Returns whether there may be a lambda on which all of these are allowed. */
  boolean somewhere(Collection<Action> actions) {
    return actions.stream()
        .allMatch(action -> grants.stream().anyMatch(grant -> grant.actions().contains(action)));
  }
}
