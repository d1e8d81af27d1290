package dev.atf.runtime.auth;

/** What callers show. */
public enum AuthMode {
  /** Nothing: everybody may do everything. */
  NONE,
  /** A signed token of an issuer, as {@code authorization: Bearer …}. */
  JWT,
  /** The client certificate of their connection. */
  CERTIFICATE
}
