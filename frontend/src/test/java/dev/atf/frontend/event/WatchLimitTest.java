package dev.atf.frontend.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.atf.frontend.settings.FrontendTuning;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.auth.Principal;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class WatchLimitTest {
  private static final int PER_CALLER = 3;

  private final WatchLimit limit =
      new WatchLimit(new FrontendTuning(Duration.ofSeconds(1), 1, 1, PER_CALLER));
  private final List<Optional<Principal>> watching = new ArrayList<>();

  @Test
  void aCallerHasItsPlacesAndOthersHaveTheirs() {
    watch(PER_CALLER, "alice", "acme");

    var refusal = refusal("alice", "acme");

    assertThat(RpcErrors.reasonOf(refusal)).contains(ErrorReason.QUOTA_EXCEEDED);
    assertThat(refusal).hasMessageContaining("caller alice: 3 watches");
    requireRoom("bob", "acme");
    requireRoom("alice", "other");
  }

  @Test
  @Tag("T19")
  void aTenantHasHalfOfThePlaces() {
    for (int i = 0; i < WatchLimit.TENANT_MAX; i++) {
      watch(1, "caller-" + i, "acme");
    }

    var refusal = refusal("alice", "acme");

    assertThat(RpcErrors.reasonOf(refusal)).contains(ErrorReason.QUOTA_EXCEEDED);
    assertThat(refusal).hasMessageContaining("tenant acme: 100 watches");
    requireRoom("bob", "other");
    requireRoom("bob", "");
  }

  @Test
  void allPlacesAreBoundedAlsoForCallersWithoutCredentials() {
    for (int i = 0; i < FrontendTuning.WATCHES_MAX; i++) {
      assertThatCode(() -> limit.requireRoom(watching, Optional.empty()))
          .doesNotThrowAnyException();
      watching.add(Optional.empty());
    }

    var refusal =
        catchThrowableOfType(
            StatusRuntimeException.class, () -> limit.requireRoom(watching, Optional.empty()));

    assertThat(RpcErrors.reasonOf(refusal)).contains(ErrorReason.OVERLOADED);
  }

  private void watch(int count, String name, String tenant) {
    for (int i = 0; i < count; i++) {
      requireRoom(name, tenant);
      watching.add(Optional.of(principal(name, tenant)));
    }
  }

  private void requireRoom(String name, String tenant) {
    limit.requireRoom(watching, Optional.of(principal(name, tenant)));
  }

  private StatusRuntimeException refusal(String name, String tenant) {
    return catchThrowableOfType(StatusRuntimeException.class, () -> requireRoom(name, tenant));
  }

  private static Principal principal(String name, String tenant) {
    return new Principal(name, tenant, Set.of(), List.of());
  }
}
