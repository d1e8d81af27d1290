package dev.atf.runtime.auth;

import java.security.cert.X509Certificate;
import java.util.Optional;

/**
 * Credentials that a caller presented.
 *
 * @param bearer token of {@code authorization: Bearer …}
 * @param certificate certificate of the connection, whose chain has been verified
 */
record Credentials(Optional<String> bearer, Optional<X509Certificate> certificate) {
  /** Returns a text for logs, without the token. */
  @Override
  public String toString() {
    return "Credentials[bearer=%s, certificate=%s]"
        .formatted(bearer.isPresent(), certificate.isPresent());
  }
}
