package dev.atf.queue.sqs;

import dagger.Binds;
import dagger.Module;
import dagger.Provides;
import dev.atf.queue.QueueAdmin;
import dev.atf.queue.TaskReceiver;
import dev.atf.queue.TaskSender;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import javax.net.ssl.TrustManager;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.TlsTrustManagersProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Binds the queue ports to SQS, for {@link SqsPorts}. */
@Module
public interface SqsQueueModule {
  /**
   * Maximum idle time of a connection, so that it is closed before a network device drops it
   * silently.
   */
  Duration IDLE_MAX = Duration.ofSeconds(20);

  /** Maximum duration of a long poll of SQS. */
  Duration WAIT_MAX = Duration.ofSeconds(20);

  /**
   * Trust manager for an endpoint without TLS. Reading the machine's certificates would take a
   * tenth of the start time.
   */
  TlsTrustManagersProvider NO_CERTIFICATES = () -> new TrustManager[0];

  @Binds
  TaskSender sender(SqsTaskSender sender);

  @Binds
  TaskReceiver receiver(SqsTaskReceiver receiver);

  @Binds
  QueueAdmin admin(SqsQueueAdmin admin);

  @Provides
  @Singleton
  static SqsClient client(SqsConfig config, SqsRequestCounter counter) {
    var calls = config.client();
    var http =
        Apache5HttpClient.builder()
            .maxConnections(calls.connectionsMax())
            .connectionTimeout(calls.connectTimeout())
            .connectionAcquisitionTimeout(calls.acquireTimeout())
            .connectionMaxIdleTime(IDLE_MAX)
            // It is longer than any intended wait of a call. After this time, a silent connection
            // is given up.
            .socketTimeout(WAIT_MAX.plus(calls.callTimeout()));
    if (config.endpoint().startsWith("http:")) {
      http.tlsTrustManagersProvider(NO_CERTIFICATES);
    }
    var client =
        SqsClient.builder()
            .httpClientBuilder(http)
            .region(SqsRegion.of(config))
            .overrideConfiguration(
                override ->
                    override
                        .apiCallAttemptTimeout(calls.tryTimeout())
                        .apiCallTimeout(calls.callTimeout())
                        .retryStrategy(retries(calls))
                        .addExecutionInterceptor(counter));
    if (!config.endpoint().isEmpty()) {
      client.endpointOverride(URI.create(config.endpoint()));
    }
    if (!config.isAws()) {
      client.credentialsProvider(
          StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
    }
    return client.build();
  }

  /** Returns the SDK's standard retry strategy with the configured number of tries. */
  private static RetryStrategy retries(SqsClientConfig calls) {
    return AwsRetryStrategy.standardRetryStrategy().toBuilder()
        .maxAttempts(calls.triesMax())
        .build();
  }
}
