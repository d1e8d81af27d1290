package dev.atf.runtime.credentials;

import dev.atf.runtime.config.ConfigException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks that a private key belongs to a certificate, by verifying a signature. */
public final class KeyMatch {
  private static final Logger log = LoggerFactory.getLogger(KeyMatch.class);
  private static final byte[] PROBE = {'a', 't', 'f'};

  private KeyMatch() {}

  /** Parser of a key pair. */
  @FunctionalInterface
  public interface Parser<P> {
    P parse() throws GeneralSecurityException;
  }

  /** Returns the pair; empty, with a warning in the log, if it is unreadable or does not match. */
  public static <P> Optional<P> ifTogether(
      Parser<P> parser, Function<P, PrivateKey> key, Function<P, List<X509Certificate>> chain) {
    try {
      var pair = parser.parse();
      if (belong(key.apply(pair), chain.apply(pair).get(0).getPublicKey())) {
        return Optional.of(pair);
      }
      log.warn("the private key does not match the certificate; the previous pair stays in use");
    } catch (ConfigException | IllegalArgumentException | GeneralSecurityException e) {
      log.warn(
          "the certificate or its private key cannot be parsed; the previous pair stays in use");
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
