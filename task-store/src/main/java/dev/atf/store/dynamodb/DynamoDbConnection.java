package dev.atf.store.dynamodb;

import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Opens the connection to DynamoDB. All of its bounds are here; each is chosen so that a caller
 * with a call time-out of a few seconds has its answer, or knows that it has none.
 */
final class DynamoDbConnection {
  /** More callers than this wait {@link #ACQUIRE_TIMEOUT} for a connection. */
  static final int CONNECTIONS_MAX = 128;

  static final Duration ACQUIRE_TIMEOUT = Duration.ofSeconds(1);
  static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
  static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(3);

  /** Shorter than any server closes a quiet connection: a stale one loses a write's outcome. */
  static final Duration IDLE_MAX = Duration.ofSeconds(20);

  static final Duration TRY_TIMEOUT = Duration.ofSeconds(3);
  static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
  static final int TRIES_MAX = 3;
  private static final Duration BACKOFF = Duration.ofMillis(25);
  private static final Duration BACKOFF_MAX = Duration.ofMillis(500);

  private DynamoDbConnection() {}

  static DynamoDbClient open(DynamoDbConfig config, ExecutionInterceptor meter) {
    var http =
        Apache5HttpClient.builder()
            .maxConnections(CONNECTIONS_MAX)
            .connectionAcquisitionTimeout(ACQUIRE_TIMEOUT)
            .connectionTimeout(CONNECT_TIMEOUT)
            .socketTimeout(SOCKET_TIMEOUT)
            .connectionMaxIdleTime(IDLE_MAX);
    var override =
        ClientOverrideConfiguration.builder()
            .apiCallAttemptTimeout(TRY_TIMEOUT)
            .apiCallTimeout(CALL_TIMEOUT)
            .retryStrategy(retries())
            .addExecutionInterceptor(meter)
            .build();
    var client =
        DynamoDbClient.builder()
            .httpClientBuilder(http)
            .overrideConfiguration(override)
            .region(Region.of(config.region()));
    if (config.isAws()) {
      client.credentialsProvider(DefaultCredentialsProvider.builder().build());
    } else {
      client.endpointOverride(config.endpointUri()).credentialsProvider(anyCredentials());
    }
    return client.build();
  }

  /** The only layer that repeats writes, and only those that were definitely not done. */
  private static RetryStrategy retries() {
    return StandardRetryStrategy.builder()
        .maxAttempts(TRIES_MAX)
        .backoffStrategy(BackoffStrategy.exponentialDelay(BACKOFF, BACKOFF_MAX))
        .throttlingBackoffStrategy(BackoffStrategy.exponentialDelay(BACKOFF, BACKOFF_MAX))
        .retryOnException(DefiniteRefusal::isPassing)
        .useClientDefaults(false)
        .build();
  }

  /** An emulator asks for credentials and takes any: those of the environment, or made-up ones. */
  private static AwsCredentialsProvider anyCredentials() {
    return AwsCredentialsProviderChain.of(
        EnvironmentVariableCredentialsProvider.create(),
        SystemPropertyCredentialsProvider.create(),
        StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
  }
}
