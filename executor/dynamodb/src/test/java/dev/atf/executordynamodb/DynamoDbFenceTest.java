package dev.atf.executordynamodb;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.executor.fence.FencingToken;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;

/**
 * Tests with DynamoDB Local that the earlier of two attempts does not write after the later one.
 */
final class DynamoDbFenceTest {
  private static final FencingToken EARLIER = new FencingToken("t", 1);
  private static final FencingToken LATER = new FencingToken("t", 2);
  private static final String TABLE = "accounts";
  private static final Map<String, AttributeValue> KEY = Map.of("id", AttributeValue.fromS("a"));

  private static DynamoDBProxyServer server;
  private static DynamoDbClient dynamo;

  @BeforeAll
  static void startServer() throws Exception {
    int port;
    try (var probe = new ServerSocket(0)) {
      port = probe.getLocalPort();
    }
    var arguments =
        new String[] {
          "-inMemory", "-sharedDb", "-disableTelemetry", "-port", Integer.toString(port)
        };
    server = ServerRunner.createServerFromCommandLineArgs(arguments);
    server.start();
    dynamo =
        DynamoDbClient.builder()
            .endpointOverride(URI.create("http://localhost:" + port))
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
            .build();
  }

  @AfterAll
  static void stopServer() throws Exception {
    dynamo.close();
    server.stop();
  }

  @BeforeEach
  void createTable() {
    dynamo.createTable(
        table ->
            table
                .tableName(TABLE)
                .keySchema(
                    KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build())
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("id")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .billingMode(BillingMode.PAY_PER_REQUEST));
  }

  @AfterEach
  void deleteTable() {
    dynamo.deleteTable(table -> table.tableName(TABLE));
  }

  private static void put(FencingToken token, int balance) {
    var request =
        PutItemRequest.builder()
            .tableName(TABLE)
            .item(Map.of("id", AttributeValue.fromS("a"), "balance", number(balance)))
            .build();
    dynamo.putItem(DynamoDbFence.put(request, token));
  }

  private static UpdateItemRequest.Builder update(String expression) {
    return UpdateItemRequest.builder()
        .tableName(TABLE)
        .key(KEY)
        .updateExpression(expression)
        .expressionAttributeValues(Map.of(":by", number(5)));
  }

  private static void add(FencingToken token, String expression) {
    dynamo.updateItem(DynamoDbFence.update(update(expression).build(), token));
  }

  private static AttributeValue number(int value) {
    return AttributeValue.fromN(Integer.toString(value));
  }

  private static Map<String, AttributeValue> item() {
    return dynamo.getItem(get -> get.tableName(TABLE).key(KEY).consistentRead(true)).item();
  }

  private static int balance() {
    return Integer.parseInt(requireNonNull(item().get("balance")).n());
  }

  @Test
  void aStaleAttemptsPutIsRefused() {
    put(EARLIER, 10);
    put(LATER, 20);

    assertThatThrownBy(() -> put(EARLIER, 11)).isInstanceOf(ConditionalCheckFailedException.class);
    assertThat(balance()).isEqualTo(20);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET balance = balance + :by",
        "set balance = balance + :by",
        "ADD balance :by",
        "REMOVE resets SET balance = balance + :by",
        "REMOVE #set ADD balance :by",
      })
  void aStaleAttemptsUpdateIsRefused(String expression) {
    put(EARLIER, 10);
    var names = expression.contains("#set") ? Map.of("#set", "set") : Map.<String, String>of();
    var request = update(expression).expressionAttributeNames(names).build();

    dynamo.updateItem(DynamoDbFence.update(request, LATER));
    assertThatThrownBy(() -> dynamo.updateItem(DynamoDbFence.update(request, EARLIER)))
        .isInstanceOf(ConditionalCheckFailedException.class);

    assertThat(balance()).isEqualTo(15);
    assertThat(item()).containsEntry(DynamoDbFence.ATTRIBUTE, number(2));
  }

  @Test
  void anAttemptMayWriteAgain() {
    put(LATER, 20);
    put(LATER, 21);
    add(LATER, "ADD balance :by");

    assertThat(balance()).isEqualTo(26);
  }

  @Test
  void anItemThatWasNeverFencedIsFencedFromThenOn() {
    dynamo.putItem(
        PutItemRequest.builder()
            .tableName(TABLE)
            .item(Map.of("id", AttributeValue.fromS("a"), "balance", number(1)))
            .build());

    put(LATER, 20);

    assertThatThrownBy(() -> put(EARLIER, 11)).isInstanceOf(ConditionalCheckFailedException.class);
  }

  @Test
  void aConditionOfItsOwnHoldsBesides() {
    put(EARLIER, 10);
    var unlessFive =
        update("ADD balance :by").conditionExpression("balance > :by OR balance < :by");

    dynamo.updateItem(DynamoDbFence.update(unlessFive.build(), LATER));
    assertThatThrownBy(() -> dynamo.updateItem(DynamoDbFence.update(unlessFive.build(), EARLIER)))
        .isInstanceOf(ConditionalCheckFailedException.class);
    var onlyWhenFive = unlessFive.conditionExpression("balance = :by").build();
    assertThatThrownBy(() -> dynamo.updateItem(DynamoDbFence.update(onlyWhenFive, LATER)))
        .isInstanceOf(ConditionalCheckFailedException.class);
    assertThat(balance()).isEqualTo(15);
  }

  @Test
  void anUpdateOfNothingButTheTokenIsPossible() {
    dynamo.updateItem(
        DynamoDbFence.update(UpdateItemRequest.builder().tableName(TABLE).key(KEY).build(), LATER));

    assertThatThrownBy(() -> put(EARLIER, 11)).isInstanceOf(ConditionalCheckFailedException.class);
  }
}
