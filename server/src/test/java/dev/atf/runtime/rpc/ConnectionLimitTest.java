package dev.atf.runtime.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ConnectionLimitTest {
  private final ConnectionLimit<String> limit = new ConnectionLimit<>(4, 2);

  @Test
  void theOldestSilentOneOfAnAddressMakesRoom() {
    assertThat(limit.add("a1", "a")).isEmpty();
    assertThat(limit.add("b1", "b")).isEmpty();
    assertThat(limit.add("a2", "a")).isEmpty();

    assertThat(limit.add("a3", "a")).contains("a1");
    assertThat(limit.add("a4", "a")).contains("a2");
  }

  @Test
  void theOldestSilentOneOfAllMakesRoomWhereAllAreTooMany() {
    assertThat(limit.add("a1", "a")).isEmpty();
    assertThat(limit.add("b1", "b")).isEmpty();
    assertThat(limit.add("a2", "a")).isEmpty();
    assertThat(limit.add("c1", "c")).isEmpty();
    limit.used("a1");

    assertThat(limit.add("c2", "c")).contains("b1");
  }

  @Test
  void aNewcomerIsClosedWhereAllOthersHaveMadeCalls() {
    assertThat(limit.add("a1", "a")).isEmpty();
    assertThat(limit.add("a2", "a")).isEmpty();
    limit.used("a1");
    limit.used("a2");

    assertThat(limit.add("a3", "a")).contains("a3");
    assertThat(limit.add("b1", "b")).isEmpty();
  }

  @Test
  void closedConnectionsFreeTheirPlace() {
    assertThat(limit.add("a1", "a")).isEmpty();
    assertThat(limit.add("a2", "a")).isEmpty();
    limit.used("a2");

    limit.remove("a1");
    limit.remove("a1");
    limit.remove("unknown");

    assertThat(limit.add("a3", "a")).isEmpty();
    assertThat(limit.add("a4", "a")).contains("a3");
  }

  @Test
  void anAddressIsForgottenWithItsLastConnection() {
    var one = new ConnectionLimit<String>(1, 1);
    assertThat(one.add("a1", "a")).isEmpty();
    assertThat(one.add("a2", "a")).contains("a1");
    one.remove("a1");
    assertThat(one.add("b1", "b")).contains("a2");
    one.used("b1");
    assertThat(one.add("a3", "a")).contains("a3");
    one.remove("b1");
    assertThat(one.add("a4", "a")).isEmpty();
  }
}
