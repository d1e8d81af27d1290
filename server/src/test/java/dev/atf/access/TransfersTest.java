package dev.atf.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.auth.Principal;
import dev.atf.runtime.rpc.LongCall;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class TransfersTest {
  private static final int MAX = 12;

  private final Transfers transfers = new Transfers(MAX);

  @Test
  void aCallerLeavesSomeToOthersOfItsTenant() {
    int ofAlice = beginAll("acme", Optional.of(principal("alice", "acme")));

    assertThat(ofAlice).isEqualTo(4);
    assertThat(beginAll("acme", Optional.of(principal("bob", "acme")))).isPositive();
  }

  @Test
  @Tag("T16")
  void aTenantLeavesSomeToOthers() {
    int ofAcme = 0;
    for (int i = 0; i < MAX; i++) {
      ofAcme += beginAll("acme", Optional.of(principal("caller-" + i, "acme")));
    }

    assertThat(ofAcme).isEqualTo(MAX / 2);
    assertThat(beginAll("globex", Optional.of(principal("alice", "globex")))).isPositive();
  }

  @Test
  void aCallerIsCountedInAllTenants() {
    var operator = Optional.of(principal("operator", "*"));
    int begun = 0;
    for (int i = 0; i < MAX; i++) {
      begun += beginAll("tenant-" + i, operator);
    }

    assertThat(begun).isEqualTo(MAX / 2);
  }

  @Test
  void callersWithoutCredentialsAreCountedByTenant() {
    assertThat(beginAll("", Optional.empty())).isEqualTo(MAX / 2);
    assertThat(beginAll("acme", Optional.empty())).isPositive();
  }

  @Test
  void closedContentMakesRoom() throws Exception {
    var transfer = transfers.begin("", LongCall.begin());
    beginAll("", Optional.empty());

    transfer.of(new ByteArrayInputStream(new byte[1])).close();

    assertThat(beginAll("", Optional.empty())).isEqualTo(1);
  }

  @Test
  void refusalNamesTheCounts() {
    beginAll("", Optional.empty());

    assertThatThrownBy(() -> transfers.begin("", LongCall.begin()))
        .hasMessageContaining("6 of its tenant, 6 in all (at most 12;");
  }

  /** Begins transfers until one is refused, and returns their number. */
  private int beginAll(String tenant, Optional<Principal> caller) {
    int begun = 0;
    try {
      while (begun < MAX) {
        transfers.begin(tenant, caller, LongCall.begin());
        begun++;
      }
    } catch (StatusRuntimeException e) {
      // Full.
    }
    return begun;
  }

  private static Principal principal(String name, String tenant) {
    return new Principal(name, tenant, Set.of(), List.of());
  }
}
