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

/** Clients of S3, as settings ask for them. */
final class S3Clients {
  /** Chosen: an idle connection is closed before a device on the way drops it silently. */
  private static final Duration IDLE_MAX = Duration.ofSeconds(20);

  /** Region for emulators, which have none, while requests are signed for one. */
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
            // Emulators have no names of hosts for buckets, nor have buckets with dots
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

  /** A forgotten region must not lead to some other bucket's: there is no default. */
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

  /** Repeats as the SDK does in its standard mode, but for the number of tries. */
  private static RetryStrategy retries(S3CallConfig calls) {
    return AwsRetryStrategy.standardRetryStrategy().toBuilder()
        .maxAttempts(calls.triesMax())
        .build();
  }
}
