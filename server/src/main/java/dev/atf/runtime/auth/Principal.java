package dev.atf.runtime.auth;

import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.util.AttributeKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Identity of a caller according to its credentials.
 *
 * @param tenant tenant; empty for none; what tenants may access is decided elsewhere
 * @param groups groups of the caller
 * @param grants permissions in the credentials themselves, in the form of their issuer
 */
public record Principal(String name, String tenant, Set<String> groups, List<String> grants) {
  private static final AttributeKey<Principal> CALLER =
      AttributeKey.valueOf(Principal.class, "CALLER");

  public Principal {
    groups = Set.copyOf(groups);
    grants = List.copyOf(grants);
  }

  /**
   * Returns the principal of the call that this thread serves; empty if callers need no
   * credentials.
   */
  public static Optional<Principal> current() {
    return ServiceRequestContext.mapCurrent(Principal::of, Optional::empty);
  }

  /** Returns the principal of a call; empty where callers need no credentials. */
  public static Optional<Principal> of(ServiceRequestContext context) {
    return Optional.ofNullable(context.attr(CALLER));
  }

  void callsIn(ServiceRequestContext context) {
    context.setAttr(CALLER, this);
  }
}
