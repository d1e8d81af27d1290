package dev.atf.store.dynamodb;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.store.TaskAssociations;
import dev.atf.store.dynamodb.call.CapacityMeter;
import dev.atf.store.dynamodb.call.StoreCalls;
import dev.atf.store.dynamodb.item.AssociationItem;
import dev.atf.store.dynamodb.item.Attributes;
import dev.atf.store.dynamodb.item.RowReader;
import dev.atf.store.dynamodb.item.TaskKey;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Reads and creates items of the associations table. */
final class DynamoDbAssociations implements TaskAssociations {
  private final DynamoDbClient client;
  private final TableNames tables;
  private final RowReader rows;
  private final KeyGroupRows groups;

  @Inject
  DynamoDbAssociations(
      DynamoDbClient client, TableNames tables, RowReader rows, KeyGroupRows groups) {
    this.client = client;
    this.tables = tables;
    this.rows = rows;
    this.groups = groups;
  }

  @Override
  public boolean create(Association association) {
    var request =
        PutItemRequest.builder()
            .tableName(tables.associations())
            .item(AssociationItem.of(association))
            .conditionExpression("attribute_not_exists(" + Attributes.TASK_ID + ")")
            .overrideConfiguration(CapacityMeter.of(association.creationEvent()))
            .build();
    boolean created = StoreCalls.writeIf(() -> client.putItem(request));
    if (created) {
      groups.wrote(association);
    }
    return created;
  }

  @Override
  public Optional<Association> find(TaskId taskId) {
    return StoreCalls.find(client, tables.associations(), TaskKey.of(taskId))
        .flatMap(AssociationItem::read);
  }

  @Override
  public Map<TaskId, Association> findAll(Collection<TaskId> taskIds) {
    var found = new TreeMap<TaskId, Association>();
    for (var item : new BatchRead(client, tables.associations(), false).of(taskIds)) {
      rows.read(tables.associations(), Attributes.TASK_ID, item, AssociationItem::read)
          .flatMap(Function.identity())
          .ifPresent(task -> found.put(task.taskId(), task));
    }
    return found;
  }
}
