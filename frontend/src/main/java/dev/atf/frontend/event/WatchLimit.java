package dev.atf.frontend.event;

import dev.atf.frontend.settings.FrontendTuning;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.auth.Principal;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.Optional;

/**
 * Limits the watchers of one frontend: in total, for each caller, and for each tenant. All callers
 * without a tenant count as one tenant. If callers present no credentials, only the total is
 * limited.
 */
final class WatchLimit {
  /** Maximum number of watchers of one tenant, so that no tenant can use the total alone. */
  static final int TENANT_MAX = FrontendTuning.WATCHES_MAX / 2;

  private final int perCallerMax;

  @Inject
  WatchLimit(FrontendTuning tuning) {
    this.perCallerMax = tuning.watchesPerCallerMax();
  }

  /**
   * Refuses a caller beyond a limit.
   *
   * @param watching the callers of all live watches
   * @throws io.grpc.StatusRuntimeException QUOTA_EXCEEDED for the limit of the caller or its
   *     tenant; OVERLOADED
   */
  void requireRoom(Collection<Optional<Principal>> watching, Optional<Principal> caller) {
    caller.ifPresent(principal -> requireRoom(watching, principal));
    if (watching.size() >= FrontendTuning.WATCHES_MAX) {
      throw RpcErrors.of(
          ErrorReason.OVERLOADED,
          "%d callers already watch this frontend (expected: fewer; try again, or use another one)"
              .formatted(watching.size()));
    }
  }

  private void requireRoom(Collection<Optional<Principal>> watching, Principal caller) {
    var ofTenant =
        watching.stream()
            .flatMap(Optional::stream)
            .filter(other -> other.tenant().equals(caller.tenant()))
            .toList();
    long own = ofTenant.stream().filter(other -> other.name().equals(caller.name())).count();
    if (own >= perCallerMax) {
      throw full("caller " + caller.name(), own, "tuning.watchesPerCallerMax");
    }
    if (ofTenant.size() >= TENANT_MAX) {
      var tenant = caller.tenant();
      throw full(
          tenant.isEmpty() ? "callers without a tenant" : "tenant " + tenant,
          ofTenant.size(),
          "half of what a frontend has");
    }
  }

  private static RuntimeException full(String whose, long count, String bound) {
    return RpcErrors.of(
        ErrorReason.QUOTA_EXCEEDED,
        "%s: %d watches of this frontend (expected: fewer, by %s; end one, or use another one)"
            .formatted(whose, count, bound));
  }
}
