package dev.atf.runtime.server;

import dev.atf.runtime.config.SettingChecks;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Authentication of a process's callers.
 *
 * @param mode NONE, JWT, AWS (IAM identities), or CERTIFICATE (of {@code tls.clientCaFile})
 * @param issuer {@code iss} that tokens must have; with AWS, the address of STS
 * @param audience audience that tokens must contain; with AWS, the signed header {@code
 *     x-atf-audience}
 * @param jwks keys of the issuer, an https address or a file; new keys need no restart
 * @param algorithms permitted signature algorithms; only asymmetric ones
 * @param clockErrorMax maximum difference from the issuer's clock
 * @param tenantClaim claim with the caller's tenant
 * @param groupsClaim claim with the caller's groups
 * @param grantsClaim claim with the caller's grants ({@code schedule,read:resize-*}); if empty,
 *     only the policy grants
 * @param policyFile YAML file with grants by principal and group, and tenants' quotas
 * @param policy the same YAML as text
 * @param localMetrics whether callers on this machine may read {@code /metrics} without credentials
 * @param allowUnauthenticated whether to listen beyond the loopback without credentials
 */
@RecordBuilder
public record AuthConfig(
    AuthMode mode,
    String issuer,
    String audience,
    String jwks,
    List<String> algorithms,
    Duration clockErrorMax,
    String tenantClaim,
    String groupsClaim,
    String grantsClaim,
    String policyFile,
    String policy,
    boolean localMetrics,
    boolean allowUnauthenticated)
    implements AuthConfigBuilder.With {
  /**
   * Signature algorithms of RFC 7518, 3.1, without {@code none} and without HMAC, because anyone
   * who can verify HMAC could also sign.
   */
  private static final List<String> ASYMMETRIC =
      List.of(
          "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA");

  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[?::1]?", Pattern.CASE_INSENSITIVE);

  public static final AuthConfig NONE =
      new AuthConfig(
          AuthMode.NONE,
          "",
          "",
          "",
          List.of("RS256", "ES256"),
          Duration.ofSeconds(30),
          "atf_tenant",
          "groups",
          "atf_grants",
          "",
          "",
          false,
          false);

  public AuthConfig {
    algorithms = List.copyOf(algorithms);
    boolean jwt = mode == AuthMode.JWT;
    boolean aws = mode == AuthMode.AWS;
    new SettingChecks()
        .that(!jwt || !issuer.isBlank(), "issuer", issuer, "the issuer of tokens, with mode JWT")
        .that(
            !aws || isSts(issuer),
            "issuer",
            issuer,
            "such as https://sts.eu-central-1.amazonaws.com, with mode AWS")
        .that(
            !(jwt || aws) || !audience.isBlank(),
            "audience",
            audience,
            "whom tokens are for, with " + mode)
        .that(
            !jwt || isKeySource(jwks),
            "jwks",
            jwks,
            "a file or an https address (http of this machine only), with mode JWT")
        .that(
            !algorithms.isEmpty() && ASYMMETRIC.containsAll(algorithms),
            "algorithms",
            algorithms,
            "some of " + ASYMMETRIC)
        .that(
            policy.isEmpty() || policyFile.isEmpty(),
            "policy",
            policy,
            "none where policyFile is one")
        .within("clockErrorMax", clockErrorMax, Duration.ZERO, Duration.ofMinutes(5))
        .end();
  }

  /** Returns whether {@code host} is an address or name of this machine. Names are not resolved. */
  public static boolean isLoopback(String host) {
    return LOOPBACK.matcher(host).matches();
  }

  private static boolean isKeySource(String jwks) {
    return jwks.startsWith("http") ? isSafe(jwks) : !jwks.isBlank();
  }

  private static boolean isSts(String address) {
    return isSafe(address) && URI.create(address).getRawPath().isEmpty();
  }

  /** Returns whether it is an https address, or an address of this machine. */
  private static boolean isSafe(String address) {
    try {
      var uri = URI.create(address);
      return uri.getHost() != null
          && ("https".equals(uri.getScheme())
              || ("http".equals(uri.getScheme()) && isLoopback(uri.getHost())));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
