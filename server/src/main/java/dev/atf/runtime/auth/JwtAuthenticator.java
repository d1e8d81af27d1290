package dev.atf.runtime.auth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.ExpiredJWTException;
import dev.atf.runtime.server.AuthConfig;
import java.text.ParseException;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Identifies callers by the signed tokens of one issuer (RFC 7519, RFC 8725). The algorithm must be
 * in the configured list, the key must be one of the issuer's, and issuer, audience, times and
 * subject are required.
 */
final class JwtAuthenticator implements Authenticator {
  private static final Logger log = LoggerFactory.getLogger(JwtAuthenticator.class);

  /** Accepted types of a token; RFC 9068 calls access tokens {@code at+jwt}. */
  private static final DefaultJOSEObjectTypeVerifier<SecurityContext> TYPES =
      new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null);

  private final AuthConfig config;
  private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

  JwtAuthenticator(AuthConfig config, JWKSource<SecurityContext> keys, InstantSource instants) {
    this.config = config;
    processor.setJWSTypeVerifier(TYPES);
    processor.setJWSKeySelector(
        new JWSVerificationKeySelector<>(
            config.algorithms().stream().map(JWSAlgorithm::parse).collect(Collectors.toSet()),
            keys));
    processor.setJWTClaimsSetVerifier(claims(config, instants));
  }

  private static DefaultJWTClaimsVerifier<SecurityContext> claims(
      AuthConfig config, InstantSource instants) {
    var verifier =
        new DefaultJWTClaimsVerifier<SecurityContext>(
            config.audience(),
            new JWTClaimsSet.Builder().issuer(config.issuer()).build(),
            Set.of("sub", "exp")) {
          @Override
          protected Date currentTime() {
            return Date.from(instants.instant());
          }
        };
    verifier.setMaxClockSkew((int) config.clockErrorMax().toSeconds());
    return verifier;
  }

  @Override
  public AuthenticationResult authenticate(Credentials credentials) {
    if (credentials.bearer().isEmpty()) {
      return new AuthenticationResult.Refused(
          AuthenticationResult.Refusal.CREDENTIALS_MISSING,
          "no credentials (expected: authorization: Bearer, with a token of "
              + config.issuer()
              + ")");
    }
    try {
      return known(processor.process(credentials.bearer().get(), null));
    } catch (ExpiredJWTException e) {
      return new AuthenticationResult.Refused(
          AuthenticationResult.Refusal.CREDENTIALS_EXPIRED,
          "the token has expired (expected: a newer one)");
    } catch (KeySourceException e) {
      log.warn("the issuer's keys cannot be read: {}", e.toString());
      return new AuthenticationResult.Refused(
          AuthenticationResult.Refusal.CREDENTIALS_UNCHECKED,
          "the issuer's keys cannot be read at the moment; try again");
    } catch (BadJOSEException | ParseException | JOSEException e) {
      return invalid();
    }
  }

  private AuthenticationResult invalid() {
    return new AuthenticationResult.Refused(
        AuthenticationResult.Refusal.CREDENTIALS_INVALID,
        "the token is refused (expected: one of issuer %s for audience %s, by one of %s, with a subject)"
            .formatted(config.issuer(), config.audience(), config.algorithms()));
  }

  private AuthenticationResult known(JWTClaimsSet claims) throws ParseException {
    if (claims.getSubject().isBlank()) {
      return invalid();
    }
    var principal =
        new Principal(
            claims.getSubject(),
            textOf(claims, config.tenantClaim()),
            Set.copyOf(listOf(claims, config.groupsClaim())),
            listOf(claims, config.grantsClaim()));
    return new AuthenticationResult.Authenticated(
        principal, claims.getExpirationTime().toInstant().plus(config.clockErrorMax()));
  }

  private static String textOf(JWTClaimsSet claims, String name) throws ParseException {
    var text = name.isEmpty() ? null : claims.getStringClaim(name);
    return text == null ? "" : text;
  }

  private static List<String> listOf(JWTClaimsSet claims, String name) throws ParseException {
    @Nullable List<String> list = name.isEmpty() ? null : claims.getStringListClaim(name);
    return list == null ? List.of() : list;
  }
}
