package dev.atf.runtime.server;

/** What callers show. */
public enum AuthMode {
  /** Nothing: everybody may do everything. */
  NONE,
  /** A signed token of an issuer, as {@code authorization: Bearer …}. */
  JWT,
  /**
   * The same with a request that they signed as an IAM identity, for AWS STS to say who that is.
   */
  AWS,
  /** The client certificate of their connection. */
  CERTIFICATE
}
