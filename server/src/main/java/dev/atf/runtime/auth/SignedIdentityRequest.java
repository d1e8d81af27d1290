package dev.atf.runtime.auth;

import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Request for GetCallerIdentity of AWS STS, which its caller has signed (SigV4 in the query) and
 * sends as a credential: {@code atf-aws.} followed by the query in base64url. A server that
 * forwards it learns the signer, and can do nothing else with it.
 *
 * @param query signed query
 * @param end time after which it is not forwarded any more
 */
public record SignedIdentityRequest(String query, Instant end) {
  private static final String PREFIX = "atf-aws.";

  /**
   * Header that is signed with the request, so that a request for another server is not valid here.
   */
  public static final String AUDIENCE_HEADER = "x-atf-audience";

  /**
   * Action of the request:
   * https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html
   */
  public static final String ACTION = "GetCallerIdentity";

  public static final String VERSION = "2011-06-15";

  private static final Map<String, String> FIXED =
      Map.of(
          "Action",
          ACTION,
          "Version",
          VERSION,
          "X-Amz-Algorithm",
          "AWS4-HMAC-SHA256",
          "X-Amz-SignedHeaders",
          "host;" + AUDIENCE_HEADER);

  private static final Set<String> OF_THE_SIGNATURE =
      Set.of(
          "X-Amz-Credential",
          "X-Amz-Date",
          "X-Amz-Expires",
          "X-Amz-Signature",
          "X-Amz-Security-Token");

  /** Longest lifetime that STS accepts. */
  private static final Duration LIFETIME_MAX = Duration.ofMinutes(15);

  private static final int CHARS_MAX = 8_192;
  private static final DateTimeFormatter SIGNED_AT =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssX", Locale.ROOT).withZone(ZoneOffset.UTC);

  /**
   * Returns the bearer token of a signed request.
   *
   * @param query signed query
   */
  public static String bearer(String query) {
    return PREFIX
        + Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(query.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Returns the request for STS.
   *
   * @param sts address of STS, without a path
   * @param audience signed audience
   */
  public HttpRequest request(URI sts, String audience, Duration timeout) {
    return HttpRequest.newBuilder(URI.create(sts + "/?" + query))
        .timeout(timeout)
        .header("accept", "application/json")
        .header(AUDIENCE_HEADER, audience)
        .GET()
        .build();
  }

  /**
   * Returns whether an answer of STS accepts or refuses the signature; false if it does neither,
   * such as when STS throttles.
   */
  public static boolean isVerdict(HttpResponse<String> answer) {
    return answer.statusCode() == 200
        || answer.statusCode() == 403
        || (answer.statusCode() == 400 && !answer.body().contains("Throttling"));
  }

  /** Parses a bearer token; empty if it is not exactly such a request, including all parameters. */
  public static Optional<SignedIdentityRequest> of(String bearer) {
    if (!bearer.startsWith(PREFIX) || bearer.length() > CHARS_MAX) {
      return Optional.empty();
    }
    try {
      var query =
          new String(
              Base64.getUrlDecoder().decode(bearer.substring(PREFIX.length())),
              StandardCharsets.US_ASCII);
      // A query that no URI can hold is refused here instead of by the HTTP client.
      if (!query.equals(URI.create("https://sts/?" + query).getRawQuery())) {
        return Optional.empty();
      }
      return of(query, parameters(query));
    } catch (IllegalArgumentException | DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<SignedIdentityRequest> of(String query, Map<String, String> parameters) {
    boolean theAction = parameters.entrySet().containsAll(FIXED.entrySet());
    var others = new HashSet<>(parameters.keySet());
    others.removeAll(FIXED.keySet());
    // Roles have it, users do not.
    others.add("X-Amz-Security-Token");
    if (!theAction || !others.equals(OF_THE_SIGNATURE)) {
      return Optional.empty();
    }
    var lifetime = Duration.ofSeconds(Integer.parseInt(of(parameters, "X-Amz-Expires")));
    var signedAt = SIGNED_AT.parse(of(parameters, "X-Amz-Date"), Instant::from);
    return lifetime.isNegative() || lifetime.compareTo(LIFETIME_MAX) > 0
        ? Optional.empty()
        : Optional.of(new SignedIdentityRequest(query, signedAt.plus(lifetime)));
  }

  private static String of(Map<String, String> parameters, String name) {
    return Objects.requireNonNull(parameters.get(name));
  }

  private static Map<String, String> parameters(String query) {
    var parameters = new HashMap<String, String>();
    Arrays.stream(query.split("&", -1))
        .forEach(
            parameter -> {
              int equals = parameter.indexOf('=');
              if (equals < 0
                  || parameters.put(
                          decoded(parameter.substring(0, equals)),
                          decoded(parameter.substring(equals + 1)))
                      != null) {
                throw new IllegalArgumentException("twice, or without a value");
              }
            });
    return parameters;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
