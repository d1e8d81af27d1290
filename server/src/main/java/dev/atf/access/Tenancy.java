package dev.atf.access;

import dev.atf.runtime.auth.Principal;
import java.util.Optional;

/**
 * Owner of a lambda, which is part of its name: {@code acme--resize} belongs to the tenant {@code
 * acme}, and callers of other tenants cannot find out that it exists. A name without {@code --}
 * belongs to no tenant.
 */
public final class Tenancy {
  private static final String SEPARATOR = "--";

  /** Tenant of operators, who see the lambdas of every tenant. */
  private static final String EVERY = "*";

  private Tenancy() {}

  /** Returns the tenant in the name of a lambda; empty if it has none. */
  public static String of(String lambda) {
    int end = lambda.indexOf(SEPARATOR);
    return end < 0 ? "" : lambda.substring(0, end);
  }

  /** Returns the only tenant whose names these principals see; empty if they have none, or all. */
  public static Optional<String> ofPrincipal(Principal principal) {
    return Optional.of(principal.tenant()).filter(it -> !it.isEmpty() && !seesAll(it));
  }

  /** Returns the tenant's name for something that has this name within the tenant. */
  public static String nameOf(String tenant, String name) {
    return name.startsWith(tenant + SEPARATOR) ? name : tenant + SEPARATOR + name;
  }

  static boolean seesAll(String tenant) {
    return tenant.equals(EVERY);
  }

  static boolean sees(String tenant, String lambda) {
    return seesAll(tenant) || tenant.equals(of(lambda));
  }
}
