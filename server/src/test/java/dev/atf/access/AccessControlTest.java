package dev.atf.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.server.AuthConfig;
import dev.atf.runtime.server.AuthMode;
import dev.atf.runtime.server.RpcServerConfig;
import org.junit.jupiter.api.Test;

/** Source of a service's policy. */
final class AccessControlTest {
  private static final AuthConfig AWS =
      AuthConfig.NONE
          .with()
          .mode(AuthMode.AWS)
          .issuer("https://sts.eu-central-1.amazonaws.com")
          .audience("atf")
          .build();

  @Test
  void aPolicyGivenAsTextIsInForce() {
    var control = control(AWS.withPolicy("{tenants: {acme: {lambdasMax: 2, scheduleRate: 10}}}"));

    assertThat(control.quotaOfTenant("acme--mail")).isPresent();
    assertThat(control.quotaOfTenant("other--mail")).isEmpty();
  }

  @Test
  void aPolicyTextThatIsNotUnderstoodStopsTheStart() {
    assertThatThrownBy(() -> control(AWS.withPolicy("{principals: {a: [fly:b]}}")))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("policy: ");
  }

  @Test
  void aPolicyIsGivenAsTextOrAsAFile() {
    assertThatThrownBy(() -> AWS.withPolicyFile("policy.yaml").withPolicy("{}"))
        .isInstanceOf(ConfigException.class)
        .hasMessage("policy: {} (expected: none where policyFile is one)");
  }

  private static AccessControl control(AuthConfig auth) {
    return new AccessControl(RpcServerConfig.onPort(0).withAuth(auth));
  }
}
