package dev.atf.runtime.tls;

import com.linecorp.armeria.common.TlsKeyPair;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a key and a certificate are a pair: what the one signs, the other verifies. */
final class KeyPairs {
  private static final Logger log = LoggerFactory.getLogger(KeyPairs.class);
  private static final byte[] PROBE = {'a', 't', 'f'};

  private KeyPairs() {}

  static Optional<TlsKeyPair> ifTogether(byte[] certificate, byte[] key) {
    try {
      var pair =
          TlsKeyPair.of(new ByteArrayInputStream(key), new ByteArrayInputStream(certificate));
      if (belong(pair.privateKey(), pair.certificateChain().get(0).getPublicKey())) {
        return Optional.of(pair);
      }
      log.warn("the key is not that of the certificate; the pair before stays in use");
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      log.warn("the certificate or its key is not understood; the pair before stays in use");
    }
    return Optional.empty();
  }

  private static boolean belong(PrivateKey key, PublicKey certified)
      throws GeneralSecurityException {
    var algorithm =
        switch (certified.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> certified.getAlgorithm();
        };
    // Read anew, for who has read it may call its kind otherwise.
    var signing =
        KeyFactory.getInstance(certified.getAlgorithm())
            .generatePrivate(new PKCS8EncodedKeySpec(key.getEncoded()));
    var signature = Signature.getInstance(algorithm);
    signature.initSign(signing);
    signature.update(PROBE);
    var signed = signature.sign();
    signature.initVerify(certified);
    signature.update(PROBE);
    return signature.verify(signed);
  }
}
