package dev.atf.store.dynamodb.call;

import dev.atf.store.dynamodb.expression.Expression;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * Writes of rows on the condition that they are still as they were read. Each returns whether they
 * were, and throws as {@link StoreCalls#write} does.
 */
public final class ConditionalRows {
  private ConditionalRows() {}

  /**
   * @param expression the names and values of the condition
   */
  public static boolean put(
      DynamoDbClient client,
      String table,
      Map<String, AttributeValue> item,
      String condition,
      Expression expression) {
    var request =
        PutItemRequest.builder()
            .tableName(table)
            .item(item)
            .conditionExpression(condition)
            .expressionAttributeNames(expression.names());
    if (!expression.values().isEmpty()) {
      request.expressionAttributeValues(expression.values());
    }
    return StoreCalls.writeIf(() -> client.putItem(request.build()));
  }

  /**
   * @param expression the names and values of the condition
   */
  public static boolean delete(
      DynamoDbClient client,
      String table,
      Map<String, AttributeValue> key,
      String condition,
      Expression expression) {
    var request =
        DeleteItemRequest.builder()
            .tableName(table)
            .key(key)
            .conditionExpression(condition)
            .expressionAttributeNames(expression.names())
            .expressionAttributeValues(expression.values())
            .build();
    return StoreCalls.writeIf(() -> client.deleteItem(request));
  }
}
