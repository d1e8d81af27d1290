package dev.atf.runtime.tls;

import com.linecorp.armeria.common.TlsKeyPair;
import com.linecorp.armeria.common.TlsProvider;
import dev.atf.runtime.WatchedFile;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.loop.MonotonicClock;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A key pair and trusted authorities from files, asked for with every new connection. A pair is
 * taken over only once both of its files belong together: they are replaced one after the other.
 */
final class PemFiles implements TlsProvider {
  private final Optional<WatchedFile<byte[]>> certificate;
  private final Optional<WatchedFile<byte[]>> key;
  private final Optional<WatchedFile<List<X509Certificate>>> authorities;
  private byte[] certificateRead = new byte[0];
  private byte[] keyRead = new byte[0];
  private @Nullable TlsKeyPair pair;

  /** Empty names stand for none. */
  PemFiles(String certificate, String key, String authorities, Duration lookEvery) {
    this.certificate = watched(certificate, lookEvery, content -> content);
    this.key = watched(key, lookEvery, content -> content);
    this.authorities = watched(authorities, lookEvery, PemFiles::certificates);
    if (!certificate.isEmpty() && keyPair("*") == null) {
      throw new ConfigException(certificate + " and " + key + ": not a certificate and its key");
    }
  }

  @Override
  public synchronized @Nullable TlsKeyPair keyPair(String hostname) {
    if (certificate.isEmpty() || key.isEmpty()) {
      return null;
    }
    var nowCertificate = certificate.get().get();
    var nowKey = key.get().get();
    // The same array is the same content.
    if (nowCertificate != certificateRead || nowKey != keyRead) {
      certificateRead = nowCertificate;
      keyRead = nowKey;
      pair = KeyPairs.ifTogether(nowCertificate, nowKey).orElse(pair);
    }
    return pair;
  }

  @Override
  public @Nullable List<X509Certificate> trustedCertificates(String hostname) {
    return authorities.map(WatchedFile::get).orElse(null);
  }

  private static <T> Optional<WatchedFile<T>> watched(
      String file, Duration lookEvery, WatchedFile.Form<T> form) {
    return file.isEmpty()
        ? Optional.empty()
        : Optional.of(new WatchedFile<>(Path.of(file), lookEvery, MonotonicClock.system(), form));
  }

  private static List<X509Certificate> certificates(byte[] pem) throws CertificateException {
    var read =
        CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem));
    if (read.isEmpty()) {
      throw new ConfigException("no certificate in it");
    }
    return read.stream().map(X509Certificate.class::cast).toList();
  }
}
