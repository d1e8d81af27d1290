package dev.atf.store.dynamodb.item;

import dev.atf.model.TaskId;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Key of an item in the tables of entities and associations. */
public final class TaskKey {
  private TaskKey() {}

  public static Map<String, AttributeValue> of(TaskId taskId) {
    return of(taskId.value());
  }

  public static Map<String, AttributeValue> of(String key) {
    return Map.of(Attributes.TASK_ID, ItemWriter.text(key));
  }
}
