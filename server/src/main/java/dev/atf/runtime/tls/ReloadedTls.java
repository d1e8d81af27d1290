package dev.atf.runtime.tls;

import com.linecorp.armeria.common.TlsKeyPair;
import com.linecorp.armeria.common.TlsProvider;
import dev.atf.runtime.credentials.KeyMatch;
import dev.atf.runtime.credentials.PemFiles;
import java.io.ByteArrayInputStream;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Armeria provider of the key pair and the authorities of files. */
final class ReloadedTls implements TlsProvider {
  private final PemFiles<TlsKeyPair> files;

  /** Reads the files. An empty name means that there is no such file. */
  ReloadedTls(String certificate, String key, String authorities, Duration checkEvery) {
    files = new PemFiles<>(certificate, key, authorities, checkEvery, ReloadedTls::keyPair);
  }

  private static Optional<TlsKeyPair> keyPair(byte[] certificate, byte[] key) {
    return KeyMatch.ifTogether(
        () -> TlsKeyPair.of(new ByteArrayInputStream(key), new ByteArrayInputStream(certificate)),
        TlsKeyPair::privateKey,
        TlsKeyPair::certificateChain);
  }

  @Override
  public @Nullable TlsKeyPair keyPair(String hostname) {
    return files.keyPair().orElse(null);
  }

  @Override
  public @Nullable List<X509Certificate> trustedCertificates(String hostname) {
    return files.authorities().orElse(null);
  }
}
