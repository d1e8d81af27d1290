package dev.atf.infra.deployment;

import dev.atf.runtime.auth.AuthMode;
import dev.atf.runtime.config.SettingChecks;
import java.util.Map;

/**
 * Whom the API answers: callers with tokens of one issuer, callers with IAM identities, or, if so
 * said, anybody who reaches it. Client certificates end at the load balancer and are not offered.
 *
 * @param mode JWT or AWS
 * @param audience whom tokens or signatures are for
 * @param jwks where the issuer's keys are, an https address; with JWT alone, as {@code issuer}
 * @param policy who may do what, as in the file that {@code auth.policyFile} names
 * @param allowUnauthenticated the network itself keeps callers away
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
