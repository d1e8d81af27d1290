package dev.atf.local;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.atf.embedded.OwnDirectory;
import dev.atf.embedded.Settings;
import dev.atf.runtime.config.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Set;

/**
 * Issuer of tokens on one machine, to try credentials. Anyone who can read its directory can act as
 * any caller; in production, tokens come from an identity provider.
 */
public final class TokenIssuer {
  public static final String ISSUER = "atf-local";
  public static final String AUDIENCE = "atf";
  private static final JWSAlgorithm ALGORITHM = JWSAlgorithm.ES256;

  /**
   * Subject of a token.
   *
   * @param tenant tenant; empty for none
   * @param grants grants, such as {@code schedule,read:resize-*}
   */
  public record Subject(String name, String tenant, List<String> grants) {}

  private final Path directory;
  private final ECKey key;

  private TokenIssuer(Path directory, ECKey key) {
    this.directory = directory;
    this.key = key;
  }

  /**
   * Returns the issuer of a data directory, with its stored key or a new key.
   *
   * @throws ConfigException if the key cannot be read or written
   */
  public static TokenIssuer of(Path data) {
    var directory = data.resolve("auth");
    var keyFile = directory.resolve("issuer.json");
    try {
      OwnDirectory.make(directory);
      if (!Files.exists(keyFile)) {
        OwnFile.write(keyFile, newKey().toJSONString());
      }
      var key = ECKey.parse(new String(Files.readAllBytes(keyFile), StandardCharsets.UTF_8));
      requirePair(key);
      OwnFile.write(directory.resolve("jwks.json"), new JWKSet(key.toPublicJWK()).toString());
      return new TokenIssuer(directory, key);
    } catch (ParseException | JOSEException e) {
      throw new ConfigException(
          "%s is damaged: %s. Delete it for a new key; tokens of the old key are then refused"
              .formatted(keyFile, e.getMessage()));
    } catch (IOException e) {
      throw new ConfigException(
          "%s: the key of the issuer cannot be read or written: %s".formatted(keyFile, e));
    }
  }

  /** Checks that what the private key signs is accepted with the public one. */
  private static void requirePair(ECKey key) throws JOSEException {
    if (!key.isPrivate() || !Curve.P_256.equals(key.getCurve())) {
      throw new JOSEException("it has no private key for " + ALGORITHM);
    }
    var header = new JWSHeader(ALGORITHM);
    var text = ISSUER.getBytes(StandardCharsets.UTF_8);
    var signature = new ECDSASigner(key).sign(header, text);
    if (!new ECDSAVerifier(key).verify(header, text, signature)) {
      throw new JOSEException("its private key does not match its public key");
    }
  }

  private static ECKey newKey() throws JOSEException {
    return new ECKeyGenerator(Curve.P_256)
        .keyUse(KeyUse.SIGNATURE)
        .algorithm(ALGORITHM)
        .keyIDFromThumbprint(true)
        .generate();
  }

  public String mint(Subject subject, Instant now, Duration lifetime) {
    var header =
        new JWSHeader.Builder(ALGORITHM).type(JOSEObjectType.JWT).keyID(key.getKeyID()).build();
    var claims =
        new JWTClaimsSet.Builder()
            .issuer(ISSUER)
            .audience(AUDIENCE)
            .subject(subject.name())
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plus(lifetime)))
            .claim("atf_grants", subject.grants());
    if (!subject.tenant().isEmpty()) {
      claims.claim("atf_tenant", subject.tenant());
    }
    var token = new SignedJWT(header, claims.build());
    try {
      token.sign(new ECDSASigner(key));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
    return token.serialize();
  }

  /**
   * Writes the token of one of this machine's own processes to a file that only its user can read.
   */
  Path write(Subject subject, Instant now, Duration lifetime) {
    var file = directory.resolve(subject.name() + ".token");
    try {
      OwnFile.write(file, mint(subject, now, lifetime));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  /** Returns the file of the public keys. */
  public Path keys() {
    return directory.resolve("jwks.json");
  }

  /** Returns settings with which a service answers only this issuer's callers. */
  Settings on(Settings settings) {
    return settings
        .with("ATF_SERVER_AUTH_MODE", "JWT")
        .with("ATF_SERVER_AUTH_ISSUER", ISSUER)
        .with("ATF_SERVER_AUTH_AUDIENCE", AUDIENCE)
        .with("ATF_SERVER_AUTH_JWKS", keys())
        .with("ATF_SERVER_AUTH_ALGORITHMS", ALGORITHM.getName());
  }

  /** File that only its user may read. */
  private static final class OwnFile {
    private static final Set<PosixFilePermission> OWN =
        Collections.unmodifiableSet(PosixFilePermissions.fromString("rw-------"));

    private OwnFile() {}

    /** Replaces the file atomically. A concurrent reader gets either the old or the new content. */
    static void write(Path file, String content) throws IOException {
      var beside = file.resolveSibling(file.getFileName() + ".new");
      Files.deleteIfExists(beside);
      if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Files.createFile(beside, PosixFilePermissions.asFileAttribute(OWN));
      }
      Files.writeString(beside, content);
      Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
