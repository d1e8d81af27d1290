package dev.atf.runtime.tls;

import com.linecorp.armeria.common.TlsKeyPair;
import dev.atf.runtime.credentials.KeyMatch;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Factory of Armeria's key pairs from a certificate and its private key. */
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
      log.warn("the private key does not match the certificate; the previous pair stays in use");
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      log.warn(
          "the certificate or its private key cannot be parsed; the previous pair stays in use");
    }
    return Optional.empty();
  }
}
