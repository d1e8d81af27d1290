package dev.atf.infra.constructs;

/**
 * Whose tokens the frontend believes (OpenID Connect).
 *
 * @param audience one that tokens must be meant for
 * @param jwks the https address of its keys
 */
public record TokenIssuer(String issuer, String audience, String jwks) {}
