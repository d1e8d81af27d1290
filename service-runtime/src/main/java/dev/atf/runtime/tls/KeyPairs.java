package dev.atf.runtime.tls;

import com.linecorp.armeria.common.TlsKeyPair;
import dev.atf.runtime.credentials.KeyMatch;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Key pairs of Armeria, of a certificate and the key that belongs to it. */
final class KeyPairs {
  private static final Logger log = LoggerFactory.getLogger(KeyPairs.class);

  private KeyPairs() {}

  static Optional<TlsKeyPair> ifTogether(byte[] certificate, byte[] key) {
    try {
      var pair =
          TlsKeyPair.of(new ByteArrayInputStream(key), new ByteArrayInputStream(certificate));
      if (KeyMatch.belong(pair.privateKey(), pair.certificateChain().get(0).getPublicKey())) {
        return Optional.of(pair);
      }
      log.warn("the key is not that of the certificate; the pair before stays in use");
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      log.warn("the certificate or its key is not understood; the pair before stays in use");
    }
    return Optional.empty();
  }
}
