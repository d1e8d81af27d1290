package dev.atf.store.dynamodb.call;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.atf.store.LocalDynamoDb;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.dynamodb.DynamoDbConfig;
import dev.atf.store.dynamodb.DynamoDbConnection;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Failures name the operation and its table. */
final class CallFailuresTest {
  @Test
  void aRefusalNamesItsOperationAndTableAndKeepsItsType() {
    var config = LocalDynamoDb.config(LocalDynamoDb.shared().endpoint(), "none-");
    try (var client = DynamoDbConnection.open(config)) {
      var key = Map.of("task_id", AttributeValue.fromS("x"));

      assertThatThrownBy(() -> client.getItem(r -> r.tableName("none-entities").key(key)))
          .isInstanceOf(ResourceNotFoundException.class)
          .hasMessageStartingWith("GetItem of none-entities: ");
      assertThatThrownBy(
              () ->
                  StoreCalls.write(
                      () -> client.describeTimeToLive(r -> r.tableName("none-entities"))))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("DescribeTimeToLive of none-entities: ");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ProvisionedThroughputExceededException",
        "ThrottlingException",
        "RequestLimitExceeded"
      })
  void aThrottledCallNamesTheLimitAndWhatHasIt(String error) throws IOException {
    var index = "arn:aws:dynamodb:us-east-1:111122223333:table/orders-associations/index/due";
    var answer =
        """
        {"__type": "com.amazonaws.dynamodb.v20120810#%s", "message": "slow down",
         "throttlingReasons": [{"reason": "IndexWriteKeyRangeThroughputExceeded", "resource": "%s"}],
         "ThrottlingReasons": [{"reason": "IndexWriteKeyRangeThroughputExceeded", "resource": "%s"}]}
        """
            .formatted(error, index, index);
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          var bytes = answer.getBytes(StandardCharsets.UTF_8);
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().add("content-type", "application/x-amz-json-1.0");
          exchange.sendResponseHeaders(400, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    try (var client =
        DynamoDbConnection.open(
            new DynamoDbConfig(
                "http://127.0.0.1:" + server.getAddress().getPort(), "us-east-1", "orders-"))) {
      assertThatThrownBy(
              () ->
                  StoreCalls.write(
                      () ->
                          client.putItem(
                              r ->
                                  r.tableName("orders-associations")
                                      .item(Map.of("task_id", AttributeValue.fromS("x"))))))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("PutItem of orders-associations: slow down")
          .hasMessageContaining("IndexWriteKeyRangeThroughputExceeded of " + index);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aTimeOutStaysOne() throws IOException {
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var client =
            DynamoDbConnection.open(
                new DynamoDbConfig(
                    "http://127.0.0.1:" + silent.getLocalPort(), "us-east-1", "none-"))) {
      var key = Map.of("task_id", AttributeValue.fromS("x"));

      assertThatThrownBy(
              () ->
                  client.getItem(
                      r ->
                          r.tableName("none-entities")
                              .key(key)
                              .overrideConfiguration(
                                  o -> o.apiCallAttemptTimeout(Duration.ofMillis(50)))))
          .isInstanceOf(ApiCallAttemptTimeoutException.class);
    }
  }

  @Test
  void aCallThatNeverGotAConnectionIsStillOne() {
    var named =
        SdkClientException.create(
            "PutItem of orders-entities: unable to execute",
            SdkClientException.create("unable to execute", new ConnectException("refused")));

    assertThatThrownBy(
            () ->
                StoreCalls.write(
                    () -> {
                      throw named;
                    }))
        .isInstanceOf(StoreUnavailableException.class);
  }
}
