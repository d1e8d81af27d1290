package dev.atf.runtime.credentials;

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
 * Key pair and trusted authorities from files, checked at every new connection. A new pair is only
 * used when both files match, because they are replaced one after the other.
 *
 * @param <P> a key pair, as a TLS library has it
 */
public final class PemFiles<P> {
  private final Optional<WatchedFile<byte[]>> certificate;
  private final Optional<WatchedFile<byte[]>> key;
  private final Optional<WatchedFile<List<X509Certificate>>> authorities;
  private final Pairing<P> pairing;
  private byte[] certificateRead = new byte[0];
  private byte[] keyRead = new byte[0];
  private @Nullable P pair;

  /** Factory of a key pair from the contents of its two files. */
  @FunctionalInterface
  public interface Pairing<P> {
    /** Returns the pair; empty if the files cannot be parsed or do not match. */
    Optional<P> ifTogether(byte[] certificate, byte[] key);
  }

  /**
   * Reads the files. An empty name means that there is no such file.
   *
   * @throws ConfigException if a file cannot be read, or the key is of another certificate
   */
  public PemFiles(
      String certificate, String key, String authorities, Duration checkEvery, Pairing<P> pairing) {
    this.certificate = watched(certificate, checkEvery, content -> content);
    this.key = watched(key, checkEvery, content -> content);
    this.authorities = watched(authorities, checkEvery, PemFiles::certificates);
    this.pairing = pairing;
    if (!certificate.isEmpty() && keyPair().isEmpty()) {
      throw new ConfigException(certificate + " and " + key + ": not a certificate and its key");
    }
  }

  /** Returns the key pair; the same object while the files have not changed. */
  public synchronized Optional<P> keyPair() {
    if (certificate.isEmpty() || key.isEmpty()) {
      return Optional.empty();
    }
    var nowCertificate = certificate.get().get();
    var nowKey = key.get().get();
    // The same array means unchanged content.
    if (nowCertificate != certificateRead || nowKey != keyRead) {
      certificateRead = nowCertificate;
      keyRead = nowKey;
      pairing.ifTogether(nowCertificate, nowKey).ifPresent(read -> pair = read);
    }
    return Optional.ofNullable(pair);
  }

  /**
   * Returns the authorities; empty if none are configured. It is the same list until the file
   * changes.
   */
  public Optional<List<X509Certificate>> authorities() {
    return authorities.map(WatchedFile::get);
  }

  private static <T> Optional<WatchedFile<T>> watched(
      String file, Duration checkEvery, WatchedFile.Form<T> form) {
    return file.isEmpty()
        ? Optional.empty()
        : Optional.of(new WatchedFile<>(Path.of(file), checkEvery, MonotonicClock.system(), form));
  }

  static List<X509Certificate> certificates(byte[] pem) throws CertificateException {
    var read =
        CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem));
    if (read.isEmpty()) {
      throw new ConfigException("no certificate in it");
    }
    return read.stream().map(X509Certificate.class::cast).toList();
  }
}
