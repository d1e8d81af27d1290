package dev.atf.lab.bench;

import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.dynamodb.TableNames;
import dev.atf.store.dynamodb.call.StoreCalls;
import dev.atf.store.dynamodb.item.AssociationItem;
import dev.atf.store.dynamodb.item.EntityItem;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Writes many new tasks with few requests: the same items as Schedule's, but without its
 * conditions. The ids must be fresh, and nothing is promised before it returns.
 */
final class DynamoDbBulkLoad {
  /** DynamoDB's: requests of one BatchWriteItem. A task is two. */
  private static final int ITEMS_MAX = 25;

  /** Tasks of one {@link #put}. */
  static final int TASKS_MAX = ITEMS_MAX / 2;

  /** Answers in a row that wrote nothing. */
  private static final int IDLE_ANSWERS_MAX = 10;

  private final DynamoDbClient client;
  private final TableNames tables;

  @Inject
  DynamoDbBulkLoad(DynamoDbClient client, TableNames tables) {
    this.client = client;
    this.tables = tables;
  }

  /**
   * @param tasks each entity with its association; at most {@link #TASKS_MAX}
   */
  void put(Map<TaskEntity, Association> tasks) {
    var entities = new ArrayList<WriteRequest>();
    var associations = new ArrayList<WriteRequest>();
    tasks.forEach(
        (entity, association) -> {
          entities.add(putOf(EntityItem.of(entity)));
          associations.add(putOf(AssociationItem.of(association)));
        });
    Map<String, List<WriteRequest>> left = new LinkedHashMap<>();
    left.put(tables.entities(), entities);
    left.put(tables.associations(), associations);
    int idleAnswers = 0;
    while (!left.isEmpty()) {
      if (idleAnswers == IDLE_ANSWERS_MAX) {
        throw new StoreUnavailableException("DynamoDB does not take the batch", null);
      }
      var request = BatchWriteItemRequest.builder().requestItems(left).build();
      int before = sizeOf(left);
      left = StoreCalls.write(() -> client.batchWriteItem(request)).unprocessedItems();
      idleAnswers = sizeOf(left) < before ? 0 : idleAnswers + 1;
    }
  }

  private static int sizeOf(Map<String, List<WriteRequest>> requests) {
    return requests.values().stream().mapToInt(List::size).sum();
  }

  private static WriteRequest putOf(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(put -> put.item(item)).build();
  }
}
