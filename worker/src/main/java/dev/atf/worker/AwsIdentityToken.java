package dev.atf.worker;

import dev.atf.runtime.auth.SignedIdentityRequest;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/**
 * Token that a caller presents if {@code server.auth.mode} is AWS: a request for GetCallerIdentity
 * that its IAM identity has signed, for one audience and for a quarter of an hour.
 */
public final class AwsIdentityToken {
  private static final Duration LIFETIME = Duration.ofMinutes(15);

  private AwsIdentityToken() {}

  /**
   * Signs a request and returns it as a token.
   *
   * @param sts address of STS as in the server's settings, such as {@code
   *     https://sts.eu-central-1.amazonaws.com}
   * @param region region of {@code sts}
   */
  public static String of(
      AwsCredentialsIdentity credentials, URI sts, String region, String audience, Instant now) {
    var request =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.GET)
            .uri(sts)
            .encodedPath("/")
            .putRawQueryParameter("Action", SignedIdentityRequest.ACTION)
            .putRawQueryParameter("Version", SignedIdentityRequest.VERSION)
            .putHeader(SignedIdentityRequest.AUDIENCE_HEADER, audience)
            .build();
    var signed =
        AwsV4HttpSigner.create()
            .sign(
                signing ->
                    signing
                        .request(request)
                        .identity(credentials)
                        .putProperty(AwsV4FamilyHttpSigner.SERVICE_SIGNING_NAME, "sts")
                        .putProperty(AwsV4HttpSigner.REGION_NAME, region)
                        .putProperty(
                            AwsV4FamilyHttpSigner.AUTH_LOCATION,
                            AwsV4FamilyHttpSigner.AuthLocation.QUERY_STRING)
                        .putProperty(AwsV4FamilyHttpSigner.EXPIRATION_DURATION, LIFETIME)
                        .putProperty(HttpSigner.SIGNING_CLOCK, Clock.fixed(now, ZoneOffset.UTC)));
    return SignedIdentityRequest.bearer(signed.request().encodedQueryParameters().orElseThrow());
  }
}
