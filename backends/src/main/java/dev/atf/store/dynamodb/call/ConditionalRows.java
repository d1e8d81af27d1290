package dev.atf.store.dynamodb.call;

import dev.atf.store.dynamodb.expression.Expression;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * Writes of rows, usually on the condition that the rows have not changed since they were read.
 * Each method returns whether the condition held, and throws exceptions like {@link
 * StoreCalls#write}.
 */
public final class ConditionalRows {
  private ConditionalRows() {}

  /**
   * Puts a row.
   *
   * @param condition condition; null to write whatever is stored
   * @param expression names and values of the condition
   */
  public static boolean put(
      DynamoDbClient client,
      String table,
      Map<String, AttributeValue> item,
      @Nullable String condition,
      Expression expression) {
    var request =
        PutItemRequest.builder()
            .tableName(table)
            .item(item)
            .conditionExpression(condition)
            .expressionAttributeNames(unlessEmpty(expression.names()))
            .expressionAttributeValues(unlessEmpty(expression.values()))
            .build();
    return StoreCalls.writeIf(() -> client.putItem(request));
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
            .expressionAttributeNames(unlessEmpty(expression.names()))
            .expressionAttributeValues(unlessEmpty(expression.values()))
            .build();
    return StoreCalls.writeIf(() -> client.deleteItem(request));
  }

  /** DynamoDB refuses requests with empty maps. */
  private static <V> @Nullable Map<String, V> unlessEmpty(Map<String, V> map) {
    return map.isEmpty() ? null : map;
  }
}
