package dev.atf.store.dynamodb;

import dev.atf.model.TaskId;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The key of an item of the tables of entities and associations. */
final class TaskKey {
  private TaskKey() {}

  static Map<String, AttributeValue> of(TaskId taskId) {
    return of(taskId.value());
  }

  static Map<String, AttributeValue> of(String key) {
    return Map.of(Attributes.TASK_ID, ItemWriter.text(key));
  }
}
