package dev.atf.store.dynamodb.call;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * Item for which a conditional write was refused, from {@code
 * ReturnValuesOnConditionCheckFailure=ALL_OLD}. Stores that do not support this setting answer
 * without an item, as if it were missing. A missing item is therefore confirmed by a read.
 */
public final class RefusedItem {
  private RefusedItem() {}

  /**
   * *
   *
   * @param key key of the item that should have been written
   * @return the stored item; empty if there is none
   * @throws dev.atf.store.StoreUnavailableException if a necessary read failed
   */
  public static Map<String, AttributeValue> of(
      ConditionalCheckFailedException refused,
      DynamoDbClient client,
      String table,
      Map<String, AttributeValue> key) {
    return refused.hasItem()
        ? refused.item()
        : StoreCalls.find(client, table, key).orElse(Map.of());
  }
}
