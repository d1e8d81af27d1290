package dev.atf.runtime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.ConfigLoader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the settings that a process refuses to start with. */
final class AuthConfigTest {
  record Sample(RpcServerConfig server) {
    static final Sample DEFAULTS = new Sample(RpcServerConfig.onPort(0));
  }

  private static final Map<String, String> JWT =
      Map.of(
          "ATF_SERVER_AUTH_MODE", "JWT",
          "ATF_SERVER_AUTH_ISSUER", "https://issuer.example",
          "ATF_SERVER_AUTH_AUDIENCE", "atf",
          "ATF_SERVER_AUTH_JWKS", "https://issuer.example/jwks");

  @ParameterizedTest
  @ValueSource(
      strings = {"0.0.0.0", "::", "10.1.2.3", "frontend.internal", "127.0.0.1.evil.example"})
  @Tag("T10")
  void publicHostNeedsAuthenticationOrAnExplicitOptOut(String host) {
    assertThatThrownBy(() -> load(Map.of("ATF_SERVER_HOST", host)))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("server.host: " + host)
        .hasMessageContaining("auth.allowUnauthenticated=true");

    var optedOut =
        load(Map.of("ATF_SERVER_HOST", host, "ATF_SERVER_AUTH_ALLOW_UNAUTHENTICATED", "true"));
    assertThat(optedOut.exposure()).contains("beyond this machine", "NO CREDENTIALS ASKED FOR");
    var authenticated = new java.util.HashMap<>(JWT);
    authenticated.put("ATF_SERVER_HOST", host);
    assertThat(load(authenticated).exposure()).contains("callers show tokens");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "::1", "127.9.9.9"})
  void loopbackNeedsNoAuthentication(String host) {
    assertThat(load(Map.of("ATF_SERVER_HOST", host)).exposure()).contains("this machine only");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "HS256", "HS512", "RS256,HS256", "", "dir"})
  @Tag("T2")
  void algorithmsThatAnybodyCouldSignWithAreRefused(String algorithms) {
    assertThatThrownBy(() -> load(with("ATF_SERVER_AUTH_ALGORITHMS", algorithms)))
        .hasMessageContaining("server.auth.algorithms: ");
  }

  @Test
  void keysComeFromWhereNobodyCanChangeThemOnTheWay() {
    assertThatThrownBy(() -> load(with("ATF_SERVER_AUTH_JWKS", "http://issuer.example/jwks")))
        .hasMessageContaining("server.auth.jwks: ");
    assertThat(load(with("ATF_SERVER_AUTH_JWKS", "http://127.0.0.1:1/jwks")).auth().jwks())
        .startsWith("http:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ISSUER", "AUDIENCE", "JWKS"})
  void tokensNeedAllThatTheyAreCheckedBy(String part) {
    assertThatThrownBy(() -> load(with("ATF_SERVER_AUTH_" + part, "")))
        .hasMessageContaining("server.auth." + part.toLowerCase(java.util.Locale.ROOT));
  }

  @Test
  void certificatesAreNoCredentialsWithoutAnAuthority() {
    assertThatThrownBy(() -> load(Map.of("ATF_SERVER_AUTH_MODE", "CERTIFICATE")))
        .hasMessageContaining("server.auth.mode: CERTIFICATE");
  }

  private static Map<String, String> with(String variable, String value) {
    var settings = new java.util.HashMap<>(JWT);
    settings.put(variable, value);
    return settings;
  }

  private static RpcServerConfig load(Map<String, String> environment) {
    return new ConfigLoader(environment, List.of())
        .load(Sample.DEFAULTS, Optional.empty())
        .server();
  }
}
