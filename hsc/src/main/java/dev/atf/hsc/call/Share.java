package dev.atf.hsc.call;

import dev.atf.access.Tenancy;
import dev.atf.runtime.auth.Principal;
import java.util.Optional;

/**
 * Part of a bulkhead that some calls have in common.
 *
 * <p>The name of a lambda is text of the caller, and the lambda need not exist. Therefore calls
 * count by tenant first: a caller can invent names of its own tenant, and not tenants.
 *
 * @param group tenant, or who the calls are for if that has no tenant
 * @param member lambda or controller within the group
 */
public record Share(String group, String member) {
  /**
   * Returns the share of the calls for a lambda. The lambdas of a tenant are a group; a lambda
   * without a tenant is a group of its own.
   */
  public static Share of(String lambda) {
    var tenant = Tenancy.of(lambda);
    return tenant.isEmpty() ? new Share(lambda, lambda) : new Share("tenant " + tenant, lambda);
  }

  /**
   * Returns the share of the calls for a lambda that is not registered. All of those without a
   * tenant have one share, because their names may be invented.
   */
  public static Share ofUnregistered(String lambda) {
    return Tenancy.of(lambda).isEmpty()
        ? new Share("lambdas that are not registered", "")
        : of(lambda);
  }

  /**
   * Returns the share of a controller's calls: that of its credentials. A caller without
   * credentials counts as the controller that it names.
   */
  public static Share ofController(String controller, Optional<Principal> caller) {
    return caller
        .map(
            it ->
                it.tenant().isEmpty()
                    ? new Share("caller " + it.name(), controller)
                    : new Share("tenant " + it.tenant(), controller))
        .orElseGet(() -> new Share(controller, controller));
  }

  /** Returns whether the group may have several members, among which it is divided further. */
  boolean hasOtherMembers() {
    return !group.equals(member) && !member.isEmpty();
  }
}
