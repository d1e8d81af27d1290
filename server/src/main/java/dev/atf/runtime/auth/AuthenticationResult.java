package dev.atf.runtime.auth;

import java.time.Instant;

/** Result of checking credentials. */
public sealed interface AuthenticationResult {
  /**
   * The credentials are valid.
   *
   * @param until exclusive end of their validity, after which they are checked again
   */
  record Authenticated(Principal principal, Instant until) implements AuthenticationResult {}

  /**
   * The credentials are refused.
   *
   * @param message message for the caller with the expected credentials, but without the presented
   *     ones
   */
  record Refused(Refusal refusal, String message) implements AuthenticationResult {}

  /** Reason of a refusal. The names are those in the protocol's table of errors. */
  enum Refusal {
    CREDENTIALS_MISSING,
    CREDENTIALS_EXPIRED,
    CREDENTIALS_INVALID,
    /** The keys could not be read: the same call may succeed later. */
    CREDENTIALS_UNCHECKED
  }
}
