package dev.atf.runtime.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.runtime.auth.AuthenticationResult.Authenticated;
import dev.atf.runtime.auth.AuthenticationResult.Refusal;
import dev.atf.runtime.auth.AuthenticationResult.Refused;
import io.netty.pkitesting.CertificateBuilder;
import java.security.cert.X509Certificate;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CertificateAuthenticatorTest {
  @Test
  void theNameIsTheUri() throws Exception {
    var certificate =
        certificate("CN=worker", builder -> builder.addSanUriName("spiffe://cluster/worker"));

    assertThat(nameOf(certificate)).isEqualTo("spiffe://cluster/worker");
  }

  @Test
  void withoutAUriTheNameIsTheSubject() throws Exception {
    assertThat(nameOf(certificate("CN=worker", builder -> builder))).isEqualTo("CN=worker");
  }

  @Test
  void aCertificateWithoutANameIsRefused() throws Exception {
    var nameless = certificate("", builder -> builder.addSanDnsName("worker.example"));

    assertThat(authenticate(nameless))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.refusal()).isEqualTo(Refusal.CREDENTIALS_INVALID));
  }

  private interface Names {
    CertificateBuilder addTo(CertificateBuilder builder) throws Exception;
  }

  private static X509Certificate certificate(String subject, Names names) throws Exception {
    var authority =
        new CertificateBuilder()
            .ecp256()
            .subject("CN=authority")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    return names
        .addTo(new CertificateBuilder().ecp256().subject(subject))
        .buildIssuedBy(authority)
        .getCertificate();
  }

  private static String nameOf(X509Certificate certificate) {
    return ((Authenticated) authenticate(certificate)).principal().name();
  }

  private static AuthenticationResult authenticate(X509Certificate certificate) {
    return new CertificateAuthenticator()
        .authenticate(new Credentials(Optional.empty(), Optional.of(certificate)));
  }
}
