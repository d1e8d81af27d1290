package dev.atf.local.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tokens of every wrong kind, beside good ones, by the key of a data directory. */
final class TokenForge {
  static final List<String> ALL = List.of("schedule,read,cancel,execute,admin:*");

  private final ECKey key;
  private final Instant now;

  TokenForge(Path data, Instant now) throws IOException, ParseException {
    this.key = ECKey.parse(Files.readString(data.resolve("auth/issuer.json")));
    this.now = now;
  }

  String good(String tenant, List<String> grants) throws JOSEException {
    return good("somebody", tenant, grants);
  }

  String good(String subject, String tenant, List<String> grants) throws JOSEException {
    return signed(
        claims().subject(subject).claim("atf_tenant", tenant).claim("atf_grants", grants).build());
  }

  /** Returns bad tokens by their defect; each would be valid without it. */
  Map<String, String> bad() throws JOSEException {
    var bad = new LinkedHashMap<String, String>();
    bad.put("no token", "");
    bad.put("no JWT", "open-sesame");
    bad.put("expired", signed(claims().expirationTime(at(Duration.ofHours(-1))).build()));
    bad.put("without an end", signed(claims().expirationTime(null).build()));
    bad.put("not yet valid", signed(claims().notBeforeTime(at(Duration.ofHours(1))).build()));
    bad.put("for another audience", signed(claims().audience("others").build()));
    bad.put("for nobody", signed(claims().audience((String) null).build()));
    bad.put("of another issuer", signed(claims().issuer("https://evil.example").build()));
    bad.put("of no subject", signed(claims().subject(null).build()));
    bad.put("alg none", new PlainJWT(claims().build()).serialize());
    bad.put("HS256 with the public key as secret", byPublicKey());
    bad.put("by a key that nobody knows", signedBy(stranger("stranger")));
    bad.put("by another key under the known id", signedBy(stranger(key.getKeyID())));
    bad.put("tampered", tampered());
    bad.put("cut", cut());
    return bad;
  }

  private JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer("atf-local")
        .audience("atf")
        .subject("somebody")
        .expirationTime(at(Duration.ofHours(1)))
        .claim("atf_grants", ALL);
  }

  private Date at(Duration fromNow) {
    return Date.from(now.plus(fromNow));
  }

  private String signed(JWTClaimsSet claims) throws JOSEException {
    return signed(claims, key);
  }

  private String signedBy(ECKey other) throws JOSEException {
    return signed(claims().build(), other);
  }

  private static String signed(JWTClaimsSet claims, ECKey by) throws JOSEException {
    var header =
        new JWSHeader.Builder(JWSAlgorithm.ES256)
            .type(JOSEObjectType.JWT)
            .keyID(by.getKeyID())
            .build();
    var token = new SignedJWT(header, claims);
    token.sign(new ECDSASigner(by));
    return token.serialize();
  }

  private static ECKey stranger(String id) throws JOSEException {
    return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
  }

  private String byPublicKey() throws JOSEException {
    var header = new JWSHeader.Builder(JWSAlgorithm.HS256).keyID(key.getKeyID()).build();
    var token = new SignedJWT(header, claims().build());
    token.sign(new MACSigner(key.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8)));
    return token.serialize();
  }

  /** Returns the claims of one token with the signature of another. */
  private String tampered() throws JOSEException {
    var mine = signed(claims().build()).split("\\.", -1);
    var wanted = signed(claims().subject("root").build()).split("\\.", -1);
    return mine[0] + "." + wanted[1] + "." + mine[2];
  }

  private String cut() throws JOSEException {
    var token = signed(claims().build());
    return token.substring(0, token.lastIndexOf('.') + 1);
  }
}
