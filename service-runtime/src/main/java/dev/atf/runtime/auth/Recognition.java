package dev.atf.runtime.auth;

import java.time.Instant;

/** What came of looking at credentials. */
public sealed interface Recognition {
  /**
   * @param until an exclusive end, after which the same credentials are looked at anew
   */
  record Known(Principal principal, Instant until) implements Recognition {}

  /**
   * @param message for the caller: what was expected, and nothing of the credential itself
   */
  record Refused(Refusal refusal, String message) implements Recognition {}

  /** Why a caller is not known; the names are those of the protocol's table of errors. */
  enum Refusal {
    CREDENTIALS_MISSING,
    CREDENTIALS_EXPIRED,
    CREDENTIALS_INVALID,
    /** The keys could not be read: the same call may succeed later. */
    CREDENTIALS_UNCHECKED
  }
}
