package dev.atf.runtime.auth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.runtime.LogLimit;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.server.AuthConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Identifies callers by their IAM identity. A caller signs a request for GetCallerIdentity, which
 * is sent to AWS STS, and STS returns the signer. The principal is the ARN, without the session of
 * a role. Its group is the account. The address of STS is configured, and never chosen by the
 * caller.
 */
final class AwsAuthenticator implements Authenticator {
  private static final Logger log = LoggerFactory.getLogger(AwsAuthenticator.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration LOG_EVERY = Duration.ofSeconds(10);

  private static final Pattern SESSION =
      Pattern.compile("arn:([^:]+):sts::(\\d{12}):assumed-role/([^/]+)/.*");

  private final AuthConfig config;
  private final InstantSource instants;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CALL_TIMEOUT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();
  private final LogLimit failures = new LogLimit(MonotonicClock.system(), LOG_EVERY);

  AwsAuthenticator(AuthConfig config, InstantSource instants) {
    this.config = config;
    this.instants = instants;
  }

  @Override
  public AuthenticationResult authenticate(Credentials credentials) {
    if (credentials.bearer().isEmpty()) {
      return refused(
          AuthenticationResult.Refusal.CREDENTIALS_MISSING,
          "no credentials (expected: authorization: Bearer, with a signed GetCallerIdentity)");
    }
    var signed = SignedIdentityRequest.of(credentials.bearer().get());
    if (signed.isEmpty()) {
      return invalid();
    }
    if (!instants.instant().isBefore(signed.get().end())) {
      return refused(
          AuthenticationResult.Refusal.CREDENTIALS_EXPIRED,
          "the signature has expired (expected: a newer)");
    }
    try {
      return answerOf(signed.get());
    } catch (IOException e) {
      return unchecked(e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return unchecked("interrupted");
    }
  }

  private AuthenticationResult answerOf(SignedIdentityRequest signed)
      throws IOException, InterruptedException {
    var answer =
        http.send(
            signed.request(URI.create(config.issuer()), config.audience(), CALL_TIMEOUT),
            BodyHandlers.ofString());
    if (answer.statusCode() == 200) {
      return known(signed, identity(answer.body()));
    }
    return SignedIdentityRequest.isVerdict(answer)
        ? invalid()
        : unchecked("status " + answer.statusCode());
  }

  private static JsonNode identity(String body) throws JsonProcessingException {
    return JSON.readTree(body).at("/GetCallerIdentityResponse/GetCallerIdentityResult");
  }

  private AuthenticationResult known(SignedIdentityRequest signed, JsonNode identity) {
    var arn = identity.path("Arn").asText();
    var account = identity.path("Account").asText();
    if (arn.isEmpty() || account.isEmpty()) {
      return unchecked("an answer without Arn or Account");
    }
    var principal = new Principal(withoutSession(arn), "", Set.of(account), List.of());
    return new AuthenticationResult.Authenticated(principal, signed.end());
  }

  private static String withoutSession(String arn) {
    return SESSION.matcher(arn).replaceFirst("arn:$1:iam::$2:role/$3");
  }

  private static AuthenticationResult invalid() {
    return refused(
        AuthenticationResult.Refusal.CREDENTIALS_INVALID,
        "the credential is refused (expected: GetCallerIdentity, signed for this audience)");
  }

  private AuthenticationResult unchecked(String cause) {
    failures.log(
        leftOut ->
            log.warn(
                "AWS STS cannot be called: {} (verified callers are accepted until their signatures"
                    + " end, others are refused; left out: {} lines)",
                cause,
                leftOut));
    return refused(
        AuthenticationResult.Refusal.CREDENTIALS_UNCHECKED,
        "AWS STS cannot be called at the moment; try again");
  }

  private static AuthenticationResult refused(
      AuthenticationResult.Refusal refusal, String message) {
    return new AuthenticationResult.Refused(refusal, message);
  }
}
