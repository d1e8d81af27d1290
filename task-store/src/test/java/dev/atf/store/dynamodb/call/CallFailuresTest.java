package dev.atf.store.dynamodb.call;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.store.LocalDynamoDb;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.dynamodb.DynamoDbConfig;
import dev.atf.store.dynamodb.DynamoDbConnection;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
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
