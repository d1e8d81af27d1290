package dev.atf.access;

import dev.atf.protocol.v1.Action;
import dev.atf.runtime.auth.Principal;
import java.util.Collection;
import java.util.List;

/** Rights of one caller. Decisions need neither I/O nor the time. */
record Rights(String tenant, List<Grant> grants) {
  /** Decision on one action on one lambda. */
  enum Decision {
    ALLOWED,
    /** The call is answered as if the lambda did not exist. */
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
   * Returns whether all actions are allowed on every lambda of every tenant.
   *
   * @param tenantsAreNamed whether credentials name tenants; if not, only the grant decides
   */
  boolean everywhere(Collection<Action> actions, boolean tenantsAreNamed) {
    return (!tenantsAreNamed || Tenancy.seesAll(tenant))
        && actions.stream()
            .allMatch(action -> grants.stream().anyMatch(grant -> grant.permitsEverywhere(action)));
  }

  /** Returns whether all actions may be allowed together on some lambda. */
  boolean somewhere(Collection<Action> actions) {
    return actions.stream()
        .allMatch(action -> grants.stream().anyMatch(grant -> grant.actions().contains(action)));
  }
}
