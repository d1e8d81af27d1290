package dev.atf.access;

import dev.atf.runtime.auth.Principal;
import java.util.Optional;

/**
 * Owner of a lambda, by its name: {@code acme--resize} is of the tenant {@code acme}, and no other
 * tenant sees that it exists; a name without {@code --} is of those without a tenant.
 */
public final class Tenancy {
  private static final String SEPARATOR = "--";

  /** Operators, who see the lambdas of all. */
  private static final String EVERY = "*";

  private Tenancy() {}

  /** Returns the tenant; empty if there is none. */
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
