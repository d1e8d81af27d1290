package dev.atf.store.dynamodb;

import dev.atf.model.TaskId;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.dynamodb.call.StoreCalls;
import dev.atf.store.dynamodb.item.TaskKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** Read of many items of one table by their keys. */
record BatchRead(DynamoDbClient client, String table, boolean consistent) {
  /**
   * <a
   * href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html">The
   * quota of BatchGetItem</a>.
   */
  static final int KEYS_MAX = 100;

  /**
   * Maximum number of consecutive answers without items. An answer that leaves some keys unread is
   * normal, because it holds at most 16 MB, and is followed immediately by another request. An
   * answer without items means that the table is throttled.
   */
  static final int IDLE_ANSWERS_MAX = 3;

  List<Map<String, AttributeValue>> of(Collection<TaskId> taskIds) {
    // DynamoDB refuses a batch that names a key twice.
    var keys = new LinkedHashSet<>(taskIds).stream().map(TaskKey::of).toList();
    var found = new ArrayList<Map<String, AttributeValue>>(keys.size());
    for (int from = 0; from < keys.size(); from += KEYS_MAX) {
      readInto(found, keys.subList(from, Math.min(from + KEYS_MAX, keys.size())));
    }
    return found;
  }

  private void readInto(
      List<Map<String, AttributeValue>> found, List<Map<String, AttributeValue>> keys) {
    var left = keys;
    int barrenAnswers = 0;
    while (!left.isEmpty()) {
      var request = request(left);
      var response = StoreCalls.read(() -> client.batchGetItem(request));
      found.addAll(response.responses().getOrDefault(table, List.of()));
      var unprocessed = response.unprocessedKeys().get(table);
      var leftNow =
          unprocessed == null ? List.<Map<String, AttributeValue>>of() : unprocessed.keys();
      barrenAnswers = leftNow.size() < left.size() ? 0 : barrenAnswers + 1;
      if (barrenAnswers == IDLE_ANSWERS_MAX) {
        throw new StoreUnavailableException(
            barrenAnswers + " answers in a row read nothing of " + table, null);
      }
      left = leftNow;
    }
  }

  private BatchGetItemRequest request(List<Map<String, AttributeValue>> keys) {
    return BatchGetItemRequest.builder()
        .requestItems(
            Map.of(
                table, KeysAndAttributes.builder().keys(keys).consistentRead(consistent).build()))
        .build();
  }
}
