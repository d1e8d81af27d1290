package dev.atf.runtime.credentials;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;

/**
 * Check that a private key belongs to a certificate: the certificate verifies a signature of the
 * key.
 */
public final class KeyMatch {
  private static final byte[] PROBE = {'a', 't', 'f'};

  private KeyMatch() {}

  /** Returns whether the keys are a pair. */
  public static boolean belong(PrivateKey key, PublicKey certified)
      throws GeneralSecurityException {
    var algorithm =
        switch (certified.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> certified.getAlgorithm();
        };
    // The key is parsed again because its provider may name the algorithm differently.
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
