package dev.atf.local.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that pages in browsers on this machine cannot use the engines' ports. */
final class EngineBrowserRulesTest {
  private static EmbeddedSqs sqs;
  private static EmbeddedDynamoDb dynamoDb;

  @BeforeAll
  static void start() throws IOException {
    sqs = EmbeddedSqs.start(0);
    dynamoDb = EmbeddedDynamoDb.start(Optional.empty(), 0);
    assertThat(sqs("Action=CreateQueue&QueueName=kept", "host: localhost")).contains(" 200 ");
  }

  @AfterAll
  static void stop() {
    sqs.close();
    dynamoDb.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "host: evil.example",
        "host: evil.example:9324",
        "host: localhost\r\norigin: http://evil.example",
        "host: localhost\r\norigin: null",
        "host: localhost\r\nsec-fetch-site: cross-site",
        "host: localhost\r\nsec-fetch-site: same-site",
      })
  @Tag("T21")
  void refusesPagesOfOtherSites(String headers) throws IOException {
    var url = sqs.endpoint() + "/000000000000/kept";
    assertThat(sqs("Action=DeleteQueue&QueueUrl=" + url, headers)).doesNotContain(" 200 ");
    assertThat(exchanged(sqs.endpoint(), "GET /?Action=ListQueues HTTP/1.1\r\n", headers, ""))
        .doesNotContain(" 200 ", "kept");
    assertThat(sqs("Action=ListQueues", "host: localhost")).contains("/kept");

    assertThat(dynamoDb("{}", headers))
        .containsAnyOf(" 421 ", " 403 ")
        .doesNotContain("TableNames");
  }

  @Test
  void answersClientsOfThisMachine() throws IOException {
    for (var host : List.of("localhost", "127.0.0.1", "[::1]")) {
      assertThat(sqs("Action=ListQueues", "host: " + host)).contains(" 200 ");
      assertThat(dynamoDb("{}", "host: " + host)).contains(" 200 ", "TableNames");
    }
  }

  private static String sqs(String form, String headers) throws IOException {
    return exchanged(
        sqs.endpoint(),
        "POST / HTTP/1.1\r\n",
        headers + "\r\ncontent-type: application/x-www-form-urlencoded",
        form);
  }

  private static String dynamoDb(String json, String headers) throws IOException {
    return exchanged(
        dynamoDb.endpoint(),
        "POST / HTTP/1.1\r\n",
        headers
            + "\r\ncontent-type: application/x-amz-json-1.0"
            + "\r\nx-amz-target: DynamoDB_20120810.ListTables"
            + "\r\nauthorization: AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/"
            + "aws4_request, SignedHeaders=host, Signature=0",
        json);
  }

  private static String exchanged(String endpoint, String start, String headers, String body)
      throws IOException {
    var request =
        start
            + headers
            + "\r\nconnection: close\r\ncontent-length: %d\r\n\r\n".formatted(body.length())
            + body;
    try (var socket =
        new Socket(InetAddress.getLoopbackAddress(), URI.create(endpoint).getPort())) {
      socket.setSoTimeout((int) Duration.ofMinutes(2).toMillis());
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
