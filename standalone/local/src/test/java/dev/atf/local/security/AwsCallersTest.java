package dev.atf.local.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.HttpResponse;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.atf.runtime.auth.Principal;
import dev.atf.runtime.auth.SignedIdentityRequest;
import dev.atf.runtime.rpc.RpcServer;
import dev.atf.runtime.server.AuthConfig;
import dev.atf.runtime.server.AuthMode;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.worker.AwsIdentityToken;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;

/**
 * Callers that sign with their IAM identity, against a real server, with a fake STS that knows one
 * key and verifies signatures with the SDK's signer.
 */
final class AwsCallersTest {
  private static final String AUDIENCE = "atf-test";
  private static final DateTimeFormatter SIGNED_AT =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssX", Locale.ROOT);
  private static final String REGION = "eu-central-1";
  private static final String ROLE_SESSION =
      "arn:aws:sts::111122223333:assumed-role/orders-service/i-0123";
  private static final AwsSessionCredentialsIdentity ROLE =
      AwsSessionCredentialsIdentity.create("AKIDROLE", "secret", "session/token+with=signs");

  private final Instant now = InstantSource.system().instant();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private volatile int outage;
  private HttpServer sts;
  private RpcServer server;

  @BeforeEach
  void start() throws IOException {
    sts = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    sts.createContext("/", this::answer);
    sts.start();
    var auth =
        AuthConfig.NONE
            .with()
            .mode(AuthMode.AWS)
            .issuer(stsAddress().toString())
            .audience(AUDIENCE)
            .build();
    server =
        RpcServer.start(
            "test",
            RpcServerConfig.onPort(0).withAuth(auth),
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
            () -> true,
            List.of(),
            grpc -> {},
            routes ->
                routes.service(
                    "/whoami",
                    (context, request) ->
                        HttpResponse.of(
                            Principal.current()
                                .map(caller -> caller.name() + " " + caller.groups())
                                .orElseThrow())));
  }

  @AfterEach
  void stop() {
    server.close();
    sts.stop(0);
  }

  @Test
  void aCallerIsItsRoleWithoutTheSession() throws Exception {
    var token = token(ROLE, AUDIENCE, now);

    assertThat(whoami(token))
        .isEqualTo("200 arn:aws:iam::111122223333:role/orders-service [111122223333]");
    whoami(token);

    assertThat(asked).as("who was lately known is not asked for again").hasSize(1);
  }

  @Test
  @Tag("T1")
  void aSignatureForAnotherServerIsRefusedBySts() throws Exception {
    assertThat(whoami(token(ROLE, "another", now))).startsWith("401").contains("INVALID");
    assertThat(asked).hasSize(1);
  }

  @Test
  @Tag("T1")
  void aSignatureByAnotherSecretIsRefusedBySts() throws Exception {
    var forger = AwsSessionCredentialsIdentity.create("AKIDROLE", "guess", ROLE.sessionToken());

    assertThat(whoami(token(forger, AUDIENCE, now))).startsWith("401").contains("INVALID");
  }

  @Test
  @Tag("T1")
  void anOldSignatureIsNotPassedOn() throws Exception {
    var old = now.minus(Duration.ofMinutes(15));

    assertThat(whoami(token(ROLE, AUDIENCE, old))).startsWith("401").contains("EXPIRED");
    assertThat(asked).isEmpty();
  }

  @Test
  @Tag("T18")
  void forwardsOnlyIdentityRequests() throws Exception {
    var good = query(token(ROLE, AUDIENCE, now));
    var bad =
        List.of(
            good.replace("GetCallerIdentity", "AssumeRole"),
            good + "&RoleArn=arn:aws:iam::111122223333:role/admin",
            good + "&Action=GetCallerIdentity",
            good.replace("host%3Bx-atf-audience", "host"),
            good.replace("X-Amz-Expires=900", "X-Amz-Expires=86400"),
            good.replace("X-Amz-Expires=900", "X-Amz-Expires=soon"),
            good.replace("X-Amz-Date=", "X-Amz-Date=x"),
            good.replaceFirst("&?X-Amz-Signature=[0-9a-f]+", ""),
            good + "#fragment",
            good + " HTTP/1.1\r\nhost: elsewhere",
            "");

    for (var query : bad) {
      assertThat(query).isNotEqualTo(good);
      assertThat(whoami(SignedIdentityRequest.bearer(query)))
          .as(query)
          .startsWith("401")
          .contains("INVALID");
    }
    assertThat(whoami("eyJ.a.jwt")).startsWith("401").contains("INVALID");
    assertThat(whoami("atf-aws.***")).startsWith("401").contains("INVALID");
    assertThat(asked).isEmpty();
  }

  @Test
  void whileStsIsAwayNobodyIsLetInAndTheCallerMayComeAgain() throws Exception {
    var token = token(ROLE, AUDIENCE, now);
    outage = 503;
    assertThat(whoami(token)).startsWith("503").contains("UNCHECKED");
    outage = 0;

    assertThat(whoami(token)).startsWith("200");
  }

  private String token(AwsCredentialsIdentity credentials, String audience, Instant at) {
    return AwsIdentityToken.of(credentials, stsAddress(), REGION, audience, at);
  }

  private URI stsAddress() {
    return URI.create("http://127.0.0.1:" + sts.getAddress().getPort());
  }

  private String whoami(String token) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/whoami"))
            .header("authorization", "Bearer " + token)
            .build();
    var answer = http.send(request, BodyHandlers.ofString());
    return answer.statusCode() + " " + answer.body();
  }

  /** Signs the request itself, and compares the signatures. */
  private void answer(HttpExchange exchange) throws IOException {
    var query = exchange.getRequestURI().getRawQuery();
    asked.add(query);
    var signedAt =
        SIGNED_AT.parse(query.replaceFirst(".*X-Amz-Date=([0-9TZ]+).*", "$1"), Instant::from);
    var audience = String.valueOf(exchange.getRequestHeaders().getFirst("x-atf-audience"));
    var expected = query(token(ROLE, audience, signedAt));
    if (outage != 0) {
      respond(exchange, outage, "");
    } else if (signature(query).equals(signature(expected))) {
      respond(
          exchange,
          200,
          """
          {"GetCallerIdentityResponse":{"GetCallerIdentityResult":
           {"Account":"111122223333","Arn":"%s","UserId":"AROA:i-0123"}}}
          """
              .formatted(ROLE_SESSION));
    } else {
      respond(exchange, 403, "{\"Error\":{\"Code\":\"SignatureDoesNotMatch\"}}");
    }
  }

  private static void respond(HttpExchange exchange, int status, String body) throws IOException {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    try (var out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  private static String signature(String query) {
    return query.replaceFirst(".*X-Amz-Signature=([0-9a-f]{64}).*", "$1");
  }

  private static String query(String token) {
    return new String(
        Base64.getUrlDecoder().decode(token.substring("atf-aws.".length())),
        StandardCharsets.US_ASCII);
  }
}
