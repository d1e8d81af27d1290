package dev.atf.store.dynamodb;

import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.resource.Resource;
import dev.atf.model.resource.TaskFiles;
import dev.atf.model.task.TaskEntity;
import dev.atf.store.TaskEntities;
import dev.atf.store.dynamodb.call.RefusedItem;
import dev.atf.store.dynamodb.call.StoreCalls;
import dev.atf.store.dynamodb.expression.Expression;
import dev.atf.store.dynamodb.item.Attributes;
import dev.atf.store.dynamodb.item.EntityItem;
import dev.atf.store.dynamodb.item.ItemWriter;
import dev.atf.store.dynamodb.item.RowReader;
import dev.atf.store.dynamodb.item.TaskKey;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Reads and creates items of the entities table. */
final class DynamoDbEntities implements TaskEntities {
  private static final String ABSENT = "attribute_not_exists(" + Attributes.TASK_ID + ")";

  private final DynamoDbClient client;
  private final TableNames tables;
  private final RowReader rows;

  @Inject
  DynamoDbEntities(DynamoDbClient client, TableNames tables, RowReader rows) {
    this.client = client;
    this.tables = tables;
    this.rows = rows;
  }

  @Override
  public Optional<TaskEntity> putIfAbsent(TaskEntity entity) {
    return putItemIfAbsent(EntityItem.of(entity)).map(EntityItem::read);
  }

  @Override
  public Optional<TaskEntity> replace(TaskEntity seen, TaskEntity entity) {
    var expression = new Expression();
    var item = EntityItem.of(seen);
    var asSeen =
        Stream.of(Attributes.CREATED_AT, Attributes.FINGERPRINT, Attributes.EXPIRES_AT)
            .map(name -> expression.equal(name, Objects.requireNonNull(item.get(name), name)))
            .collect(Collectors.joining(" AND "));
    var request =
        PutItemRequest.builder()
            .tableName(tables.entities())
            .item(EntityItem.of(entity))
            .conditionExpression(ABSENT + " OR (" + asSeen + ")")
            .expressionAttributeNames(expression.names())
            .expressionAttributeValues(expression.values())
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
            .build();
    return put(request).map(EntityItem::read);
  }

  @Override
  public void setExpiry(TaskId taskId, Instant at) {
    var expression = new Expression();
    var request =
        UpdateItemRequest.builder()
            .tableName(tables.entities())
            .key(TaskKey.of(taskId))
            .conditionExpression("attribute_exists(" + Attributes.TASK_ID + ")")
            .updateExpression(
                "SET " + expression.equal(Attributes.EXPIRES_AT, ItemWriter.seconds(at)))
            .expressionAttributeNames(expression.names())
            .expressionAttributeValues(expression.values())
            .build();
    // Refused if it has expired.
    boolean unused = StoreCalls.writeIf(() -> client.updateItem(request));
  }

  @Override
  public Optional<TaskEntity> findEntity(TaskId taskId) {
    return findItem(taskId.value()).map(EntityItem::read);
  }

  @Override
  public Map<TaskId, TaskEntity> findEntities(Collection<TaskId> taskIds) {
    var found = new TreeMap<TaskId, TaskEntity>();
    for (var item : new BatchRead(client, tables.entities(), true).of(taskIds)) {
      rows.read(tables.entities(), Attributes.TASK_ID, item, EntityItem::read)
          .ifPresent(entity -> found.put(entity.taskId(), entity));
    }
    return found;
  }

  @Override
  public void putResult(TaskId taskId, long epoch, Payload result, Instant expiresAt) {
    putItemIfAbsent(EntityItem.ofResult(taskId, epoch, result, expiresAt));
  }

  @Override
  public Optional<Payload> findResult(TaskId taskId, long epoch) {
    return findItem(EntityItem.resultKey(taskId, epoch)).map(EntityItem::readResult);
  }

  @Override
  public void putLog(TaskId taskId, long epoch, int number, Payload part, Instant expiresAt) {
    putItemIfAbsent(EntityItem.ofLog(taskId, epoch, number, part, expiresAt));
  }

  @Override
  public List<Payload> findLog(TaskId taskId, long epoch, int from, int most) {
    return IntStream.range(from, from + most)
        .mapToObj(number -> findItem(EntityItem.logKey(taskId, epoch, number)))
        .takeWhile(Optional::isPresent)
        .map(item -> EntityItem.readResult(item.orElseThrow()))
        .toList();
  }

  @Override
  public void putOutputs(TaskId taskId, long epoch, List<Resource> outputs, Instant expiresAt) {
    var files = new TaskFiles(outputs, List.of());
    putItemIfAbsent(EntityItem.ofOutputs(taskId, epoch, files, expiresAt));
  }

  @Override
  public List<Resource> findOutputs(TaskId taskId, long epoch) {
    return findItem(EntityItem.outputsKey(taskId, epoch))
        .map(item -> EntityItem.readOutputs(item).resources())
        .orElse(List.of());
  }

  /** Puts an item if there is none. Returns the stored item if there was one. */
  private Optional<Map<String, AttributeValue>> putItemIfAbsent(Map<String, AttributeValue> item) {
    var request =
        PutItemRequest.builder()
            .tableName(tables.entities())
            .item(item)
            .conditionExpression(ABSENT)
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
            .build();
    return put(request);
  }

  private Optional<Map<String, AttributeValue>> put(PutItemRequest request) {
    try {
      StoreCalls.write(() -> client.putItem(request));
      return Optional.empty();
    } catch (ConditionalCheckFailedException there) {
      var key = Map.of(Attributes.TASK_ID, request.item().get(Attributes.TASK_ID));
      return Optional.of(RefusedItem.of(there, client, tables.entities(), key));
    }
  }

  private Optional<Map<String, AttributeValue>> findItem(String key) {
    return StoreCalls.find(client, tables.entities(), TaskKey.of(key));
  }
}
