package dev.atf.runtime.auth;

import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.util.AttributeKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who calls, as their credentials say.
 *
 * @param tenant empty: of none; what it opens is for others to say
 * @param grants what the credentials themselves permit, in the words of their issuer
 */
public record Principal(String name, String tenant, Set<String> groups, List<String> grants) {
  private static final AttributeKey<Principal> CALLER =
      AttributeKey.valueOf(Principal.class, "CALLER");

  public Principal {
    groups = Set.copyOf(groups);
    grants = List.copyOf(grants);
  }

  /** Of the call that this thread serves; empty where callers show no credentials. */
  public static Optional<Principal> current() {
    return ServiceRequestContext.mapCurrent(
        context -> Optional.ofNullable(context.attr(CALLER)), Optional::empty);
  }

  void callsIn(ServiceRequestContext context) {
    context.setAttr(CALLER, this);
  }
}
