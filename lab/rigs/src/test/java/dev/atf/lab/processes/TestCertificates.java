package dev.atf.lab.processes;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/** Authorities, their certificates, and the PEM files that processes read. */
final class TestCertificates {
  private final Path directory;

  TestCertificates(Path directory) {
    this.directory = directory;
  }

  static X509Bundle authority(String name) throws Exception {
    return new CertificateBuilder()
        .ecp256()
        .subject("CN=" + name)
        .setIsCertificateAuthority(true)
        .buildSelfSigned();
  }

  /** Issues a certificate of {@code uri} for this machine. */
  static X509Bundle issued(X509Bundle by, String uri, int serial) throws Exception {
    return new CertificateBuilder()
        .ecp256()
        .subject("CN=test")
        .serial(BigInteger.valueOf(serial))
        .addSanIpAddress("127.0.0.1")
        .addSanUriName(uri)
        .buildIssuedBy(by);
  }

  /** Returns a factory that trusts the authority, and shows the certificate. */
  static SSLSocketFactory sockets(X509Bundle believed, X509Bundle shown) throws Exception {
    return sockets(believed, shown.toKeyManagerFactory().getKeyManagers());
  }

  /** Returns a factory that trusts the authority, and shows no certificate. */
  static SSLSocketFactory sockets(X509Bundle believed) throws Exception {
    return sockets(believed, new KeyManager[0]);
  }

  private static SSLSocketFactory sockets(X509Bundle believed, KeyManager[] shown)
      throws GeneralSecurityException, IOException {
    var context = SSLContext.getInstance("TLS");
    context.init(shown, believed.toTrustManagerFactory().getTrustManagers(), null);
    return context.getSocketFactory();
  }

  String file(String name) {
    return directory.resolve(name).toString();
  }

  void write(String name, X509Bundle bundle) throws IOException {
    Files.writeString(directory.resolve(name + ".pem"), bundle.getCertificatePathPEM());
    Files.writeString(directory.resolve(name + ".key"), bundle.getPrivateKeyPEM());
  }

  void writeAuthorities(String name, X509Bundle... believed) throws IOException {
    var pem = new StringBuilder();
    for (var authority : believed) {
      pem.append(authority.getCertificatePEM()).append('\n');
    }
    Files.writeString(directory.resolve(name), pem);
  }
}
