package dev.atf.runtime.auth;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Identifies callers by the certificates of their connections: by their URI (such as {@code
 * spiffe://cluster/worker}) or, without one, by the whole subject. Only the configured authority
 * may issue such names.
 */
final class CertificateAuthenticator implements Authenticator {
  /** Number of a uniformResourceIdentifier in RFC 5280, 4.2.1.6. */
  private static final int URI_NAME = 6;

  @Override
  public AuthenticationResult authenticate(Credentials credentials) {
    return credentials
        .certificate()
        .map(CertificateAuthenticator::known)
        .orElseGet(
            () ->
                new AuthenticationResult.Refused(
                    AuthenticationResult.Refusal.CREDENTIALS_MISSING,
                    "no credentials (expected: a client certificate)"));
  }

  private static AuthenticationResult known(X509Certificate certificate) {
    var name = nameOf(certificate);
    return name.isBlank()
        ? new AuthenticationResult.Refused(
            AuthenticationResult.Refusal.CREDENTIALS_INVALID,
            "the certificate contains no name (expected: a URI or a subject)")
        : new AuthenticationResult.Authenticated(
            new Principal(name, "", Set.of(), List.of()), certificate.getNotAfter().toInstant());
  }

  private static String nameOf(X509Certificate certificate) {
    return uriOf(certificate).orElseGet(() -> certificate.getSubjectX500Principal().getName());
  }

  private static Optional<String> uriOf(X509Certificate certificate) {
    try {
      var names = certificate.getSubjectAlternativeNames();
      return names == null
          ? Optional.empty()
          : names.stream()
              .filter(name -> Integer.valueOf(URI_NAME).equals(name.get(0)))
              .map(name -> String.valueOf(name.get(1)))
              .findFirst();
    } catch (CertificateParsingException e) {
      return Optional.empty();
    }
  }
}
