package dev.atf.store.dynamodb.call;

import dev.atf.store.dynamodb.expression.Expression;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * Writes of rows on the condition that the rows have not changed since they were read. Each method
 * returns whether the condition held, and throws exceptions like {@link StoreCalls#write}.
 */
public final class ConditionalRows {
  private ConditionalRows() {}

  /**
   * Puts a row.
   *
   * @param expression names and values of the condition
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
   * Deletes a row.
   *
   * @param expression names and values of the condition
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
