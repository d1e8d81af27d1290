package dev.atf.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.regions.Region;

/** Endpoint and credentials of calls to DynamoDB. */
@Isolated("changes a system property")
final class DynamoDbConnectionTest {
  private static final String REGION = "aws.region";

  @BeforeEach
  @AfterEach
  void forgetRegion() {
    System.clearProperty(REGION);
  }

  @Test
  void anEndpointOfAwsIsCalledWithTheCredentialsOfTheProcess() {
    var endpoint = "https://vpce-1.dynamodb.eu-central-1.vpce.amazonaws.com";
    try (var client = DynamoDbConnection.open(new DynamoDbConfig(endpoint, "eu-central-1", "a-"))) {
      var made = client.serviceClientConfiguration();

      assertThat(made.credentialsProvider()).isInstanceOf(DefaultCredentialsProvider.class);
      assertThat(made.endpointOverride()).contains(URI.create(endpoint));
    }
  }

  @Test
  void anEmulatorNeedsNeitherCredentialsNorARegion() {
    try (var client =
        DynamoDbConnection.open(new DynamoDbConfig("http://127.0.0.1:8000", "", "a-"))) {
      assertThat(client.serviceClientConfiguration().credentialsProvider())
          .isInstanceOf(AwsCredentialsProviderChain.class);
    }
  }

  @Test
  void anEmptyRegionIsTheOneThatTheSdkFinds() {
    System.setProperty(REGION, "eu-west-3");

    try (var client = DynamoDbConnection.open(new DynamoDbConfig("", "", "a-"))) {
      assertThat(client.serviceClientConfiguration().region()).isEqualTo(Region.EU_WEST_3);
    }
  }
}
