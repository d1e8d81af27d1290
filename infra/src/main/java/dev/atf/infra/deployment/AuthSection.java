package dev.atf.infra.deployment;

import dev.atf.runtime.config.SettingChecks;
import dev.atf.runtime.server.AuthMode;
import java.util.Map;

/**
 * Authentication of the API's callers: tokens of one issuer, IAM identities, or, if allowed
 * explicitly, none. Client certificates end at the load balancer and are not offered.
 *
 * @param mode kind of credentials
 * @param audience audience of the tokens or signatures
 * @param jwks https address of the issuer's keys; only with JWT, like {@code issuer}
 * @param policy grants of the callers, as in the file that {@code auth.policyFile} names
 * @param allowUnauthenticated whether callers need no credentials, because the network already
 *     excludes others
 */
public record AuthSection(
    AuthMode mode,
    String issuer,
    String audience,
    String jwks,
    Map<String, Object> policy,
    boolean allowUnauthenticated) {
  public AuthSection {
    policy = Map.copyOf(policy);
    boolean jwt = mode == AuthMode.JWT && !allowUnauthenticated;
    boolean aws = mode == AuthMode.AWS && !allowUnauthenticated;
    new SettingChecks()
        .that(mode == AuthMode.JWT || mode == AuthMode.AWS, "api.auth.mode", mode, "JWT or AWS")
        .that(
            !jwt || !issuer.isBlank(),
            "api.auth.issuer",
            issuer,
            "the issuer of tokens, with audience and jwks; or mode: AWS; or"
                + " allowUnauthenticated: true, where the network itself keeps callers away")
        .that(
            !(jwt || aws) || !audience.isBlank(),
            "api.auth.audience",
            audience,
            "whom tokens are for")
        .that(
            !jwt || jwks.startsWith("https://"),
            "api.auth.jwks",
            jwks,
            "an https address of the issuer's keys")
        .that(
            !aws || !policy.isEmpty(),
            "api.auth.policy",
            policy,
            "grants of principals or groups, without which no IAM identity may do anything")
        .end();
  }
}
