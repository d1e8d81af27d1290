package dev.atf.store.dynamodb;

import dev.atf.model.check.InvalidFieldException;
import dev.atf.store.dynamodb.call.DefiniteRefusal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.TrustManager;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.client.builder.SdkSyncClientBuilder;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.http.TlsTrustManagersProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Opens the connection to DynamoDB, with the limits of its settings. */
public final class DynamoDbConnection {
  /** Region for emulators. They have no regions, but requests are signed for one. */
  private static final Region OF_EMULATORS = Region.US_EAST_1;

  /**
   * Trust manager for an endpoint without TLS. Reading the machine's certificates would take a
   * tenth of the start time.
   */
  private static final TlsTrustManagersProvider NO_CERTIFICATES = () -> new TrustManager[0];

  private DynamoDbConnection() {}

  public static DynamoDbClient open(DynamoDbConfig config, ExecutionInterceptor... interceptors) {
    return configured(DynamoDbClient.builder(), config, interceptors).build();
  }

  /** Opens a client of the tables' streams, which are a separate service. */
  static DynamoDbStreamsClient openStreams(
      DynamoDbConfig config, ExecutionInterceptor... interceptors) {
    return configured(DynamoDbStreamsClient.builder(), config, interceptors).build();
  }

  private static <B extends AwsClientBuilder<B, ?> & SdkSyncClientBuilder<B, ?>> B configured(
      B client, DynamoDbConfig config, ExecutionInterceptor... interceptors) {
    var calls = config.client();
    var http =
        Apache5HttpClient.builder()
            .maxConnections(calls.connectionsMax())
            .connectionAcquisitionTimeout(calls.acquireTimeout())
            .connectionTimeout(calls.connectTimeout())
            .socketTimeout(calls.socketTimeout())
            .connectionMaxIdleTime(calls.idleMax());
    if (config.endpointUri().filter(uri -> "http".equals(uri.getScheme())).isPresent()) {
      http.tlsTrustManagersProvider(NO_CERTIFICATES);
    }
    var override =
        ClientOverrideConfiguration.builder()
            .apiCallAttemptTimeout(calls.tryTimeout())
            .apiCallTimeout(calls.callTimeout())
            .retryStrategy(retries(calls))
            .executionInterceptors(List.of(interceptors))
            .addExecutionInterceptor(new CallFailures())
            .build();
    client
        .httpClientBuilder(http)
        .overrideConfiguration(override)
        .region(region(config))
        .credentialsProvider(
            config.isAws() ? DefaultCredentialsProvider.builder().build() : anyCredentials());
    config.endpointUri().ifPresent(client::endpointOverride);
    return client;
  }

  /**
   * Returns the region. There is no default, because a forgotten setting must not store data in
   * some other region.
   */
  private static Region region(DynamoDbConfig config) {
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
          "store.region", "", "a region such as us-east-1, here or in AWS_REGION");
    }
  }

  /**
   * Returns the retry strategy. No other layer repeats writes. It only repeats writes that were
   * definitely not executed.
   */
  private static RetryStrategy retries(DynamoDbClientConfig calls) {
    return StandardRetryStrategy.builder()
        .maxAttempts(calls.triesMax())
        .backoffStrategy(BackoffStrategy.exponentialDelay(calls.backoffMin(), calls.backoffMax()))
        .throttlingBackoffStrategy(
            BackoffStrategy.exponentialDelay(calls.backoffMin(), calls.backoffMax()))
        .retryOnException(DefiniteRefusal::isPassing)
        .useClientDefaults(false)
        .build();
  }

  /**
   * Returns the credentials of the environment, or placeholders, because an emulator accepts any.
   */
  static AwsCredentialsProvider anyCredentials() {
    return AwsCredentialsProviderChain.of(
        EnvironmentVariableCredentialsProvider.create(),
        SystemPropertyCredentialsProvider.create(),
        StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
  }

  /**
   * Adds the operation and the table in front of the message of a failed call, such as {@code
   * UpdateTimeToLive of orders-entities}. For a throttled call, it also appends the limit, and the
   * ARN of the table or index. The type of the exception is kept.
   */
  private static final class CallFailures implements ExecutionInterceptor {
    @Override
    public Throwable modifyException(Context.FailedExecution call, ExecutionAttributes attributes) {
      var failure = call.exception();
      if (failure instanceof ConditionalCheckFailedException) {
        // An answer, and no failure.
        return failure;
      }
      var operation = attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
      var where = operation + table(call.request()).map(name -> " of " + name).orElse("") + ": ";
      if (failure instanceof AwsServiceException answer && answer.awsErrorDetails() != null) {
        return answer.toBuilder()
            .message(where + reason(answer.awsErrorDetails()) + throttling(answer))
            .build();
      }
      // Only exceptions of exactly this class are replaced, because the SDK must get a time-out
      // back as a time-out.
      return failure.getClass() == SdkClientException.class
          ? SdkClientException.create(where + failure.getMessage(), failure)
          : failure;
    }

    private static String reason(AwsErrorDetails details) {
      return "UnknownOperationException".equals(details.errorCode())
          ? "the store has no such call"
          : details.errorMessage();
    }

    private static String throttling(AwsServiceException answer) {
      var reasons =
          answer instanceof ProvisionedThroughputExceededException e
              ? e.throttlingReasons()
              : answer instanceof ThrottlingException e
                  ? e.throttlingReasons()
                  : answer instanceof RequestLimitExceededException e
                      ? e.throttlingReasons()
                      : List.<ThrottlingReason>of();
      return reasons.isEmpty()
          ? ""
          : reasons.stream()
              .map(reason -> reason.reason() + " of " + reason.resource())
              .collect(Collectors.joining(", ", " (throttled: ", ")"));
    }

    private static Optional<String> table(SdkRequest request) {
      return request.getValueForField("TableName", String.class);
    }
  }
}
