package dev.atf.runtime.server;

/** Kind of credentials that callers present. */
public enum AuthMode {
  /** No credentials: every caller may do everything. */
  NONE,
  /** A signed token of an issuer, as {@code authorization: Bearer …}. */
  JWT,
  /**
   * A request that the caller has signed as an IAM identity, sent as a bearer token. AWS STS
   * returns the identity.
   */
  AWS,
  /** The client certificate of the connection. */
  CERTIFICATE
}
