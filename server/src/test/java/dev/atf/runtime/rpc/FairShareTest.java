package dev.atf.runtime.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class FairShareTest {
  private static final int MAX = 12;

  private final FairShare share = new FairShare(MAX);

  @Test
  @Tag("T16")
  void aTenantWithManyCallersLeavesSomeToOthers() {
    long ofAcme = 0;
    for (int i = 0; i < MAX; i++) {
      ofAcme += takeAll(new Caller("acme", "caller-" + i));
    }

    assertThat(ofAcme).isBetween(MAX / 3 + 1L, MAX / 2L);
    assertThat(takeAll(new Caller("globex", "alice"))).isPositive();
  }

  @Test
  @Tag("T16")
  void aCallerLeavesSomeToOthersOfItsTenant() {
    assertThat(takeAll(new Caller("acme", "alice"))).isEqualTo(MAX / 3);
    assertThat(takeAll(new Caller("acme", "bob"))).isPositive();
  }

  @Test
  void callersWithoutATenantAreNotOneTenant() {
    assertThat(takeAll(new Caller("", "alice"))).isEqualTo(MAX / 2);
    assertThat(takeAll(new Caller("", "bob"))).isEqualTo(MAX / 4);
  }

  @Test
  void whatIsGivenBackCanBeTakenAgain() {
    var alice = new Caller("acme", "alice");
    share.add(alice, 2 * MAX);
    assertThat(share.fits(alice, 1)).isFalse();
    assertThat(share.fits(new Caller("", "bob"), 1)).isFalse();

    share.free(alice, 2 * MAX);

    assertThat(takeAll(alice)).isEqualTo(MAX / 3);
  }

  /** Returns how much the caller gets, one by one. */
  private long takeAll(Caller caller) {
    long taken = 0;
    while (share.take(caller, 1)) {
      taken++;
    }
    return taken;
  }
}
