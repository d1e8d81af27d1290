package dev.atf.runtime.credentials;

import dev.atf.runtime.config.ConfigException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A private key and its certificate, read by the JDK alone.
 *
 * @param chain the certificate and those above it
 */
record PemKeyPair(PrivateKey key, List<X509Certificate> chain) {
  private static final Logger log = LoggerFactory.getLogger(PemKeyPair.class);
  private static final Pattern PKCS8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  static Optional<PemKeyPair> ifTogether(byte[] certificate, byte[] key) {
    try {
      var chain = PemFiles.certificates(certificate);
      var certified = chain.get(0).getPublicKey();
      var pair = new PemKeyPair(privateKey(key, certified.getAlgorithm()), chain);
      if (KeyMatch.belong(pair.key(), certified)) {
        return Optional.of(pair);
      }
      log.warn("the private key does not match the certificate; the previous pair stays in use");
    } catch (ConfigException | IllegalArgumentException | GeneralSecurityException e) {
      log.warn(
          "the certificate or its private key cannot be parsed; the previous pair stays in use");
    }
    return Optional.empty();
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
