package dev.atf.infra.constructs.service;

/** How the frontend knows its callers. */
public sealed interface CallerAuth {
  /**
   * Tokens of one issuer (OpenID Connect).
   *
   * @param audience one that tokens must be meant for
   * @param jwks the https address of the issuer's keys
   * @param policy who may do what, as JSON; empty: tokens carry their grants
   */
  record Tokens(String issuer, String audience, String jwks, String policy) implements CallerAuth {}

  /**
   * IAM identities, by what they signed for the audience.
   *
   * @param policy who may do what, as JSON
   */
  record IamIdentities(String audience, String policy) implements CallerAuth {}

  /** None: whoever reaches it is answered. */
  record Anybody() implements CallerAuth {}
}
