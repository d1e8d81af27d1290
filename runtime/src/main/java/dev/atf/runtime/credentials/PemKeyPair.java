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

/**
 * A private key and its certificate, read by the JDK alone.
 *
 * @param chain the certificate and those above it
 */
record PemKeyPair(PrivateKey key, List<X509Certificate> chain) {
  private static final Pattern PKCS8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  static Optional<PemKeyPair> ifTogether(byte[] certificate, byte[] key) {
    return KeyMatch.ifTogether(() -> parse(certificate, key), PemKeyPair::key, PemKeyPair::chain);
  }

  private static PemKeyPair parse(byte[] certificate, byte[] key) throws GeneralSecurityException {
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
