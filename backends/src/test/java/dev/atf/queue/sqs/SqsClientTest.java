package dev.atf.queue.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Endpoint and credentials of calls to SQS. */
final class SqsClientTest {
  private static final String REGION = "aws.region";

  @BeforeEach
  @AfterEach
  void forgetRegion() {
    System.clearProperty(REGION);
  }

  @Test
  void anEndpointOfAwsIsCalledWithTheCredentialsOfTheProcess() {
    var endpoint = "https://vpce-1.sqs.eu-central-1.vpce.amazonaws.com";
    try (var client = client(new SqsConfig(endpoint, "eu-central-1", "a"))) {
      var made = client.serviceClientConfiguration();

      assertThat(made.credentialsProvider()).isNotInstanceOf(StaticCredentialsProvider.class);
      assertThat(made.endpointOverride()).contains(URI.create(endpoint));
    }
  }

  @Test
  void anEmulatorIsCalledWithMadeUpCredentials() {
    try (var client = client(new SqsConfig("http://127.0.0.1:9324", "", "a"))) {
      assertThat(client.serviceClientConfiguration().credentialsProvider())
          .isInstanceOf(StaticCredentialsProvider.class);
    }
  }

  @Test
  void anEmptyRegionIsTheOneThatTheSdkFinds() {
    System.setProperty(REGION, "eu-west-3");

    assertThat(SqsRegion.of(new SqsConfig("", "", "a"))).isEqualTo(Region.EU_WEST_3);
    assertThat(SqsRegion.of(new SqsConfig("", "eu-central-1", "a"))).isEqualTo(Region.EU_CENTRAL_1);
  }

  private static SqsClient client(SqsConfig config) {
    return SqsQueueModule.client(config, new SqsRequestCounter(new SimpleMeterRegistry()));
  }
}
