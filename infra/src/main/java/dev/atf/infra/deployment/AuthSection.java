package dev.atf.infra.deployment;

import dev.atf.runtime.SettingChecks;

/**
 * Whom the API answers: callers with tokens of one issuer, or, if so said, anybody who reaches it.
 *
 * @param jwks where the issuer's keys are, an https address
 * @param allowUnauthenticated the network itself keeps callers away
 */
public record AuthSection(
    String issuer, String audience, String jwks, boolean allowUnauthenticated) {
  public AuthSection {
    boolean jwt = !allowUnauthenticated;
    new SettingChecks()
        .that(
            !jwt || !issuer.isBlank(),
            "api.auth.issuer",
            issuer,
            "the issuer of tokens, with audience and jwks; or allowUnauthenticated: true, where the"
                + " network itself keeps callers away")
        .that(!jwt || !audience.isBlank(), "api.auth.audience", audience, "whom tokens are for")
        .that(
            !jwt || jwks.startsWith("https://"),
            "api.auth.jwks",
            jwks,
            "an https address of the issuer's keys")
        .end();
  }
}
