package dev.atf.blob.s3;

import dev.atf.model.check.InvalidFieldException;
import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;

/** Creates clients of S3 from settings. */
final class S3Clients {
  /**
   * Maximum idle time of a connection, so that it is closed before a network device drops it
   * silently.
   */
  private static final Duration IDLE_MAX = Duration.ofSeconds(20);

  /** Region for emulators. They have no regions, but requests are signed for one. */
  private static final Region OF_EMULATORS = Region.US_EAST_1;

  private S3Clients() {}

  static S3Client client(S3BlobConfig config) {
    var calls = config.client();
    var client =
        S3Client.builder()
            .httpClientBuilder(
                Apache5HttpClient.builder()
                    .maxConnections(calls.connectionsMax())
                    .connectionTimeout(calls.connectTimeout())
                    .connectionAcquisitionTimeout(calls.acquireTimeout())
                    .connectionMaxIdleTime(IDLE_MAX)
                    .socketTimeout(calls.silenceTimeout()))
            .region(region(config))
            // Emulators have no host names for buckets, and bucket names with dots have no
            // certificates.
            .forcePathStyle(!config.isAws() || config.bucket().contains("."))
            .overrideConfiguration(
                override ->
                    override
                        .apiCallAttemptTimeout(calls.tryTimeout())
                        .apiCallTimeout(calls.callTimeout())
                        .retryStrategy(retries(calls)));
    if (!config.endpoint().isEmpty()) {
      client.endpointOverride(URI.create(config.endpoint()));
    }
    if (!config.isAws()) {
      client.credentialsProvider(
          StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
    }
    return client.build();
  }

  /**
   * Returns the region. There is no default, because a missing setting must not lead to a bucket in
   * another region.
   */
  private static Region region(S3BlobConfig config) {
    if (!config.region().isEmpty()) {
      return Region.of(config.region());
    }
    if (!config.isAws()) {
      return OF_EMULATORS;
    }
    try {
      return new DefaultAwsRegionProviderChain().getRegion();
    } catch (SdkClientException e) {
      throw new InvalidFieldException(
          "blobs", config, "a region: s3://…?region=us-east-1, or in AWS_REGION");
    }
  }

  /** Returns the SDK's standard retry strategy with the configured number of tries. */
  private static RetryStrategy retries(S3CallConfig calls) {
    return AwsRetryStrategy.standardRetryStrategy().toBuilder()
        .maxAttempts(calls.triesMax())
        .build();
  }
}
