package dev.atf.runtime.rpc;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.runtime.auth.Principal;
import java.util.Optional;

/**
 * Caller among whom the limited resources of a server are shared.
 *
 * @param tenant empty: of none
 */
public record Caller(String tenant, String name) {
  /** Returns the caller of the call that this thread serves; empty where it serves none. */
  public static Optional<Caller> current() {
    return Optional.ofNullable(ServiceRequestContext.currentOrNull()).map(Caller::of);
  }

  /**
   * Returns the caller of a call. Without credentials it is the address of the connection, and
   * never a header, which callers can invent.
   */
  static Caller of(ServiceRequestContext context) {
    return Principal.of(context)
        .map(one -> new Caller(one.tenant(), one.name()))
        .orElseGet(() -> new Caller("", context.remoteAddress().getHostString()));
  }

  /** Returns whose share the caller uses first: its tenant's, or its own if it has none. */
  Caller group() {
    return tenant.isEmpty() ? this : new Caller(tenant, "");
  }
}
