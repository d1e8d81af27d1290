package dev.atf.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.access.Rights.Decision;
import dev.atf.protocol.v1.Action;
import dev.atf.runtime.auth.Principal;
import dev.atf.runtime.config.ConfigException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decision of rights, and the policy behind it. */
final class RightsTest {
  private static final Policy POLICY =
      Policy.parse(
          """
          principals:
            orders: ["schedule,read:orders-*", "cancel:orders-email"]
          groups:
            operators: ["admin,read:*"]
          tenants:
            acme: {lambdasMax: 2, scheduleRate: 10.5}
          """
              .getBytes(StandardCharsets.UTF_8));

  @Test
  @Tag("T5")
  void deniesActionsThatAreNotGranted() {
    var orders = rights(new Principal("orders", "", Set.of(), List.of()));

    assertThat(on(orders, Action.SCHEDULE, "orders-email")).isEqualTo(Decision.ALLOWED);
    assertThat(on(orders, Action.CANCEL, "orders-email")).isEqualTo(Decision.ALLOWED);
    assertThat(on(orders, Action.CANCEL, "orders-emails")).isEqualTo(Decision.DENIED);
    assertThat(on(orders, Action.CANCEL, "orders-sms")).isEqualTo(Decision.DENIED);
    assertThat(on(orders, Action.SCHEDULE, "order")).isEqualTo(Decision.DENIED);
    assertThat(on(orders, Action.ADMIN, "orders-email")).isEqualTo(Decision.DENIED);
    assertThat(on(rights(new Principal("nobody", "", Set.of(), List.of())), Action.READ, "a"))
        .isEqualTo(Decision.DENIED);
  }

  @Test
  void metricsAreForThoseWhoMayReadTheLambdasOfAllTenants() {
    var all = List.of("read:*");
    assertThat(
            rights(new Principal("x", "*", Set.of(), all)).everywhere(List.of(Action.READ), true))
        .isTrue();
    assertThat(rights(new Principal("x", "", Set.of(), all)).everywhere(List.of(Action.READ), true))
        .isFalse();
    assertThat(
            rights(new Principal("x", "acme", Set.of(), all))
                .everywhere(List.of(Action.READ), true))
        .isFalse();
    assertThat(
            rights(new Principal("x", "*", Set.of(), List.of("read:a*")))
                .everywhere(List.of(Action.READ), true))
        .isFalse();
    assertThat(
            rights(new Principal("x", "*", Set.of(), List.of("admin:*")))
                .everywhere(List.of(Action.READ), true))
        .isFalse();

    // Certificates and IAM identities have no tenant.
    assertThat(
            rights(new Principal("x", "", Set.of("operators"), List.of()))
                .everywhere(List.of(Action.READ), false))
        .isTrue();
    assertThat(
            rights(new Principal("x", "", Set.of(), List.of("execute:*")))
                .everywhere(List.of(Action.READ), false))
        .isFalse();
  }

  @Test
  void aGrantMayNameSeveralLambdas() {
    var several = rights(new Principal("x", "", Set.of(), List.of("read,execute:a,b-*,c")));

    for (var lambda : List.of("a", "b-1", "c")) {
      assertThat(several.on(Set.of(Action.READ, Action.EXECUTE), lambda))
          .as(lambda)
          .isEqualTo(Decision.ALLOWED);
    }
    for (var lambda : List.of("a-1", "b", "a,b-1", "d")) {
      assertThat(on(several, Action.EXECUTE, lambda)).as(lambda).isEqualTo(Decision.DENIED);
    }
    assertThat(several.everywhere(List.of(Action.READ), false)).isFalse();
  }

  @Test
  void allActionsOfACallAreNeeded() {
    var reader = rights(new Principal("x", "", Set.of(), List.of("schedule:a", "read:b")));

    assertThat(reader.on(Set.of(Action.SCHEDULE, Action.READ), "a")).isEqualTo(Decision.DENIED);
    assertThat(reader.on(Set.of(Action.SCHEDULE), "a")).isEqualTo(Decision.ALLOWED);
  }

  @Test
  void groupsAndTheCredentialsOwnGrantsAddToThePolicy() {
    var both = rights(new Principal("x", "", Set.of("operators"), List.of("execute:a")));

    assertThat(on(both, Action.ADMIN, "anything")).isEqualTo(Decision.ALLOWED);
    assertThat(on(both, Action.EXECUTE, "a")).isEqualTo(Decision.ALLOWED);
    assertThat(on(both, Action.EXECUTE, "b")).isEqualTo(Decision.DENIED);
  }

  @Test
  void aPrincipalIsNoGroupOfTheSameName() {
    assertThat(on(rights(new Principal("operators", "", Set.of(), List.of())), Action.READ, "a"))
        .isEqualTo(Decision.DENIED);
    assertThat(
            on(
                rights(new Principal("x", "", Set.of("orders"), List.of())),
                Action.READ,
                "orders-a"))
        .isEqualTo(Decision.DENIED);
  }

  @Test
  @Tag("T7")
  void theLambdasOfOtherTenantsAreNotThere() {
    var acme = rights(new Principal("x", "acme", Set.of(), List.of("read:*")));
    var none = rights(new Principal("x", "", Set.of(), List.of("read:*")));
    var every = rights(new Principal("x", "*", Set.of(), List.of("read:*")));

    assertThat(on(acme, Action.READ, "acme--a")).isEqualTo(Decision.ALLOWED);
    for (var other : List.of("a", "acm--a", "acmes--a", "acme-a", "acme", "b--acme--a")) {
      assertThat(on(acme, Action.READ, other)).as(other).isEqualTo(Decision.HIDDEN);
    }
    assertThat(on(none, Action.READ, "acme--a")).isEqualTo(Decision.HIDDEN);
    assertThat(on(none, Action.READ, "acme-a")).isEqualTo(Decision.ALLOWED);
    assertThat(on(every, Action.READ, "acme--a")).isEqualTo(Decision.ALLOWED);
    assertThat(on(every, Action.READ, "a")).isEqualTo(Decision.ALLOWED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme--b", "a--", "--", "*x", "ACME", " acme"})
  void aTenantThatCannotBeOwnsNothing(String tenant) {
    var rights = rights(new Principal("x", tenant, Set.of(), List.of("read:*")));

    for (var lambda : List.of("acme--b--c", "a----b", "acme--b", "a", "acme")) {
      assertThat(on(rights, Action.READ, lambda)).as(lambda).isEqualTo(Decision.HIDDEN);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "read",
        "read:",
        ":a",
        "READ:a",
        "read,:a",
        "read:a*b",
        "read:**",
        "all:*",
        "*:*",
        "action_unspecified:*",
        "unrecognized:*",
        "read:A",
        "read:a,",
        "read:a,,b",
        "read:a, b",
        "read:a:b"
      })
  void malformedGrantIsRejectedInPoliciesAndIgnoredInTokens(String grant) {
    assertThatThrownBy(
            () ->
                Policy.parse(
                    ("principals: {x: [\"" + grant + "\"]}").getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("expected: ");
    var rights = rights(new Principal("x", "", Set.of(), List.of(grant)));
    assertThat(rights.somewhere(Set.of(Action.READ))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "principal: {}",
        "tenants: {a: {lambdas: 1}}",
        "tenants: {a: {lambdasMax: -1}}",
        "tenants: {a: {runningMax: -1}}",
        "tenants: {a: {runningMax: 1001}}",
        "tenants: {a: {pendingMax: 100001}}",
        "tenants: {a: {filesBytesMax: -1}}",
        "- x"
      })
  void aPolicyThatIsNotUnderstoodIsRefused(String yaml) {
    assertThatThrownBy(() -> Policy.parse(yaml.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("policy: ");
  }

  @Test
  void aTenantHasItsQuota() {
    assertThat(POLICY.quotaOf("acme")).contains(new TenantQuota(2, 10.5, 0, 0, 0, 0, 0));
    assertThat(POLICY.quotaOf("")).isEmpty();
  }

  private static Rights rights(Principal principal) {
    return Rights.of(principal, POLICY);
  }

  private static Decision on(Rights rights, Action action, String lambda) {
    return rights.on(Set.of(action), lambda);
  }
}
