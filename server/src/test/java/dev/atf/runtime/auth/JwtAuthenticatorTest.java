package dev.atf.runtime.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import dev.atf.runtime.auth.AuthenticationResult.Refusal;
import dev.atf.runtime.server.AuthConfig;
import dev.atf.runtime.server.AuthMode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests times, claims and keys; CallAuthorizationTest of local makes every call with every bad
 * token.
 */
final class JwtAuthenticatorTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration SKEW = AuthConfig.NONE.clockErrorMax();

  @TempDir private Path directory;

  @Test
  void theClaimsAreThePrincipal() throws Exception {
    var key = key("k1");
    var claims =
        claims(NOW.plusSeconds(60))
            .claim("atf_tenant", "acme")
            .claim("groups", List.of("owners", "readers"))
            .claim("atf_grants", List.of("read:*"))
            .build();

    assertThat(by(key).authenticate(bearer(signed(claims, key))))
        .isEqualTo(
            new AuthenticationResult.Authenticated(
                new Principal("alice", "acme", Set.of("owners", "readers"), List.of("read:*")),
                NOW.plusSeconds(60).plus(SKEW)));
  }

  @Test
  void claimsOfAnotherShapeAreRefusedAndNotReadAsNone() throws Exception {
    var key = key("k1");

    assertThat(
            refusal(
                by(key), signed(claims(NOW.plusSeconds(60)).claim("atf_tenant", 7).build(), key)))
        .isEqualTo(Refusal.CREDENTIALS_INVALID);
    assertThat(
            refusal(
                by(key), signed(claims(NOW.plusSeconds(60)).claim("groups", "root").build(), key)))
        .isEqualTo(Refusal.CREDENTIALS_INVALID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  void anEmptySubjectIsRefused(String subject) throws Exception {
    var key = key("k1");

    assertThat(refusal(by(key), signed(claims(NOW.plusSeconds(60)).subject(subject).build(), key)))
        .isEqualTo(Refusal.CREDENTIALS_INVALID);
  }

  @Test
  @Tag("T1")
  void clocksMayDifferBySoMuchAndNoMore() throws Exception {
    var key = key("k1");
    var authenticator = by(key);

    assertThat(
            authenticator.authenticate(
                bearer(signed(claims(NOW.minus(SKEW).plusSeconds(1)).build(), key))))
        .isInstanceOf(AuthenticationResult.Authenticated.class);
    assertThat(refusal(authenticator, signed(claims(NOW.minus(SKEW)).build(), key)))
        .isEqualTo(Refusal.CREDENTIALS_EXPIRED);
    var early = claims(NOW.plusSeconds(600));
    assertThat(
            authenticator.authenticate(
                bearer(
                    signed(
                        early.notBeforeTime(Date.from(NOW.plus(SKEW).minusSeconds(1))).build(),
                        key))))
        .isInstanceOf(AuthenticationResult.Authenticated.class);
    assertThat(
            refusal(
                authenticator,
                signed(early.notBeforeTime(Date.from(NOW.plus(SKEW).plusSeconds(1))).build(), key)))
        .isEqualTo(Refusal.CREDENTIALS_INVALID);
  }

  @Test
  @Tag("T3")
  void aNewKeyInTheFileIsKnownAndOneThatWasTakenAwayIsNot() throws Exception {
    var file = directory.resolve("jwks.json");
    var first = key("k1");
    var second = key("k2");
    Files.writeString(file, new JWKSet(first.toPublicJWK()).toString());
    var authenticator =
        new JwtAuthenticator(
            config(file.toString()),
            IssuerKeys.file(file, Duration.ZERO),
            InstantSource.fixed(NOW));
    var claims = claims(NOW.plusSeconds(60)).build();
    assertThat(refusal(authenticator, signed(claims, second)))
        .isEqualTo(Refusal.CREDENTIALS_INVALID);

    Files.writeString(file, new JWKSet(second.toPublicJWK()).toString());
    assertThat(authenticator.authenticate(bearer(signed(claims, second))))
        .isInstanceOf(AuthenticationResult.Authenticated.class);
    assertThat(refusal(authenticator, signed(claims, first)))
        .isEqualTo(Refusal.CREDENTIALS_INVALID);

    Files.writeString(file, "half of");
    assertThat(authenticator.authenticate(bearer(signed(claims, second))))
        .isInstanceOf(AuthenticationResult.Authenticated.class);
  }

  @Test
  @Tag("T3")
  void aNewKeyAtTheAddressIsFoundWithoutARestart() throws Exception {
    var first = key("k1");
    var second = key("k2");
    var published = new AtomicReference<>(new JWKSet(first.toPublicJWK()).toString());
    var server = serve(published);
    try {
      var address = "http://127.0.0.1:" + server.getAddress().getPort() + "/jwks";
      var authenticator =
          new JwtAuthenticator(config(address), IssuerKeys.of(address), InstantSource.fixed(NOW));
      var claims = claims(NOW.plusSeconds(60)).build();
      assertThat(authenticator.authenticate(bearer(signed(claims, first))))
          .isInstanceOf(AuthenticationResult.Authenticated.class);

      published.set(new JWKSet(List.of(first.toPublicJWK(), second.toPublicJWK())).toString());

      assertThat(authenticator.authenticate(bearer(signed(claims, second))))
          .isInstanceOf(AuthenticationResult.Authenticated.class);
    } finally {
      server.stop(0);
    }
  }

  @Test
  @Tag("T4")
  void withoutTheKeysNobodyIsLetInAndTheCallerMayComeAgain() throws Exception {
    var server = serve(new AtomicReference<>(""));
    var address = "http://127.0.0.1:" + server.getAddress().getPort() + "/jwks";
    server.stop(0);
    var authenticator =
        new JwtAuthenticator(config(address), IssuerKeys.of(address), InstantSource.fixed(NOW));

    assertThat(refusal(authenticator, signed(claims(NOW.plusSeconds(60)).build(), key("k1"))))
        .isEqualTo(Refusal.CREDENTIALS_UNCHECKED);
  }

  private static HttpServer serve(AtomicReference<String> keys) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/jwks",
        exchange -> {
          var body = Objects.requireNonNull(keys.get()).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  private JwtAuthenticator by(ECKey key) throws IOException {
    var file = directory.resolve("keys.json");
    Files.writeString(file, new JWKSet(key.toPublicJWK()).toString());
    return new JwtAuthenticator(
        config(file.toString()), IssuerKeys.file(file, Duration.ZERO), InstantSource.fixed(NOW));
  }

  private static AuthConfig config(String jwks) {
    return AuthConfig.NONE
        .with()
        .mode(AuthMode.JWT)
        .issuer("https://issuer.example")
        .audience("atf")
        .jwks(jwks)
        .build();
  }

  private static JWTClaimsSet.Builder claims(Instant until) {
    return new JWTClaimsSet.Builder()
        .issuer("https://issuer.example")
        .audience(List.of("others", "atf"))
        .subject("alice")
        .expirationTime(Date.from(until));
  }

  private static ECKey key(String id) throws JOSEException {
    return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
  }

  private static String signed(JWTClaimsSet claims, ECKey key) throws JOSEException {
    var token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(key.getKeyID()).build(), claims);
    token.sign(new ECDSASigner(key));
    return token.serialize();
  }

  private static Credentials bearer(String token) {
    return new Credentials(Optional.of(token), Optional.empty());
  }

  private static Refusal refusal(JwtAuthenticator authenticator, String token) {
    return ((AuthenticationResult.Refused) authenticator.authenticate(bearer(token))).refusal();
  }
}
