package dev.atf.runtime.credentials;

import dev.atf.runtime.config.ConfigException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Client sockets with the certificates of the configured files. The files are checked at each new
 * connection. If new files cannot be used, the previous certificates stay in effect.
 */
public final class ClientSockets extends SSLSocketFactory {
  private static final Logger log = LoggerFactory.getLogger(ClientSockets.class);

  private final PemFiles<PemKeyPair> files;
  private Optional<PemKeyPair> pair;
  private Optional<List<X509Certificate>> authorities;
  private SSLSocketFactory sockets;

  private ClientSockets(PemFiles<PemKeyPair> files) {
    this.files = files;
    this.pair = files.keyPair();
    this.authorities = files.authorities();
    try {
      this.sockets = sockets(pair, authorities);
    } catch (GeneralSecurityException | IOException e) {
      throw new ConfigException("credentials: the certificates cannot be used: " + e.getMessage());
    }
  }

  /**
   * Returns a socket factory for the configured certificates; empty if none are configured, so that
   * those of the JDK apply.
   *
   * @throws ConfigException if a file cannot be read, or the key is of another certificate
   */
  public static Optional<SSLSocketFactory> of(CredentialsConfig config) {
    if (config.caFile().isEmpty() && config.certificateFile().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new ClientSockets(
            new PemFiles<>(
                config.certificateFile(),
                config.keyFile(),
                config.caFile(),
                config.reloadInterval(),
                PemKeyPair::ifTogether)));
  }

  private synchronized SSLSocketFactory current() {
    var nowPair = files.keyPair();
    var nowAuthorities = files.authorities();
    if (!isSame(nowPair, pair) || !isSame(nowAuthorities, authorities)) {
      pair = nowPair;
      authorities = nowAuthorities;
      try {
        sockets = sockets(nowPair, nowAuthorities);
      } catch (GeneralSecurityException | IOException e) {
        log.warn("the new certificates cannot be used; the previous ones stay in use", e);
      }
    }
    return sockets;
  }

  /**
   * Returns whether both contain the same object. Files that have not changed return the same
   * object.
   */
  @SuppressWarnings("ReferenceEquality")
  private static <T> boolean isSame(Optional<T> one, Optional<T> other) {
    return one.isPresent() == other.isPresent() && (one.isEmpty() || one.get() == other.get());
  }

  private static SSLSocketFactory sockets(
      Optional<PemKeyPair> pair, Optional<List<X509Certificate>> authorities)
      throws GeneralSecurityException, IOException {
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(pair.isPresent() ? storeOf(pair.get()) : null, new char[0]);
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(authorities.isPresent() ? storeOf(authorities.get()) : null);
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context.getSocketFactory();
  }

  private static KeyStore storeOf(PemKeyPair pair) throws GeneralSecurityException, IOException {
    var store = emptyStore();
    store.setKeyEntry("own", pair.key(), new char[0], pair.chain().toArray(Certificate[]::new));
    return store;
  }

  private static KeyStore storeOf(List<X509Certificate> authorities)
      throws GeneralSecurityException, IOException {
    var store = emptyStore();
    for (int index = 0; index < authorities.size(); index++) {
      store.setCertificateEntry("authority-" + index, authorities.get(index));
    }
    return store;
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return current().getDefaultCipherSuites();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return current().getSupportedCipherSuites();
  }

  @Override
  public Socket createSocket() throws IOException {
    return current().createSocket();
  }

  @Override
  public Socket createSocket(Socket socket, String host, int port, boolean autoClose)
      throws IOException {
    return current().createSocket(socket, host, port, autoClose);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return current().createSocket(host, port);
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return current().createSocket(host, port, localHost, localPort);
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return current().createSocket(host, port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return current().createSocket(host, port, localHost, localPort);
  }

  /**
   * Private key with its certificate, parsed by the JDK without other libraries.
   *
   * @param chain certificate, followed by the certificates of its issuers
   */
  private record PemKeyPair(PrivateKey key, List<X509Certificate> chain) {
    private static final Pattern PKCS8 =
        Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

    static Optional<PemKeyPair> ifTogether(byte[] certificate, byte[] key) {
      return KeyMatch.ifTogether(() -> parse(certificate, key), PemKeyPair::key, PemKeyPair::chain);
    }

    private static PemKeyPair parse(byte[] certificate, byte[] key)
        throws GeneralSecurityException {
      var chain = PemFiles.certificates(certificate);
      return new PemKeyPair(privateKey(key, chain.get(0).getPublicKey().getAlgorithm()), chain);
    }

    private static PrivateKey privateKey(byte[] pem, String algorithm)
        throws GeneralSecurityException {
      var form = PKCS8.matcher(new String(pem, StandardCharsets.US_ASCII));
      if (!form.find()) {
        throw new ConfigException("no private key in it (expected: PEM, PKCS #8)");
      }
      var encoded = Base64.getMimeDecoder().decode(form.group(1));
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }
  }
}
