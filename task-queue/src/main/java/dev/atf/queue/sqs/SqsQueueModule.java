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
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Binds the queue ports to SQS. Needs an {@link SqsConfig} and a {@code MeterRegistry}. The client
 * lives as long as the process.
 */
@Module
public interface SqsQueueModule {
  /** Each queue of a controller holds one in a long poll; the rest is for sending and deleting. */
  int CONNECTIONS_MAX = 256;

  @Binds
  TaskSender sender(SqsTaskSender sender);

  @Binds
  TaskReceiver receiver(SqsTaskReceiver receiver);

  @Binds
  QueueAdmin admin(SqsQueueAdmin admin);

  @Provides
  @Singleton
  static SqsClient client(SqsConfig config, SqsRequestCounter counter) {
    var http =
        Apache5HttpClient.builder()
            .maxConnections(CONNECTIONS_MAX)
            .connectionTimeout(Duration.ofSeconds(2))
            .connectionAcquisitionTimeout(Duration.ofSeconds(2))
            .socketTimeout(SqsCallTimes.SOCKET);
    var client =
        SqsClient.builder()
            .httpClientBuilder(http)
            .region(Region.of(config.region()))
            .overrideConfiguration(
                override ->
                    override
                        .apiCallAttemptTimeout(SqsCallTimes.ATTEMPT)
                        .apiCallTimeout(SqsCallTimes.CALL)
                        .addExecutionInterceptor(counter));
    if (!config.endpoint().isEmpty()) {
      client
          .endpointOverride(URI.create(config.endpoint()))
          .credentialsProvider(
              StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
    }
    return client.build();
  }
}
