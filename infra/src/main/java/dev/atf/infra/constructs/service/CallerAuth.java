package dev.atf.infra.constructs.service;

/** Authentication of the frontend's callers. */
public sealed interface CallerAuth {
  /**
   * Tokens of one issuer (OpenID Connect).
   *
   * @param audience audience that tokens must have
   * @param jwks https address of the issuer's keys
   * @param policy grants of the callers, as JSON; empty if tokens contain their grants
   */
  record Tokens(String issuer, String audience, String jwks, String policy) implements CallerAuth {}

  /**
   * IAM identities, which sign requests for an audience.
   *
   * @param policy grants of the callers, as JSON
   */
  record IamIdentities(String audience, String policy) implements CallerAuth {}

  /** No authentication: every caller is answered. */
  record Anybody() implements CallerAuth {}
}
