package dev.atf.runtime.auth;

import java.security.cert.X509Certificate;
import java.util.Optional;

/**
 * What a caller showed.
 *
 * @param bearer of {@code authorization: Bearer …}
 * @param certificate of the connection, whose chain has been verified
 */
public record Credentials(Optional<String> bearer, Optional<X509Certificate> certificate) {
  /** Not the token: this may be logged. */
  @Override
  public String toString() {
    return "Credentials[bearer=%s, certificate=%s]"
        .formatted(bearer.isPresent(), certificate.isPresent());
  }
}
