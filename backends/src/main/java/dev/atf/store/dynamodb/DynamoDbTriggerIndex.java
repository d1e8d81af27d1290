package dev.atf.store.dynamodb;

import static dev.atf.store.dynamodb.item.Attributes.COLLECTION;
import static dev.atf.store.dynamodb.item.Attributes.EPOCH;
import static dev.atf.store.dynamodb.item.Attributes.NEXT_TRIGGER_AT;
import static dev.atf.store.dynamodb.item.Attributes.SCHEDULED_AT;
import static dev.atf.store.dynamodb.item.Attributes.TASK_ID;
import static dev.atf.store.dynamodb.item.Attributes.TRIGGER_PARTITION;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.store.PageMark;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import dev.atf.store.TriggerPage;
import dev.atf.store.dynamodb.call.StoreCalls;
import dev.atf.store.dynamodb.expression.Expression;
import dev.atf.store.dynamodb.item.ItemReader;
import dev.atf.store.dynamodb.item.ItemWriter;
import dev.atf.store.dynamodb.item.RowReader;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Queries the index {@value TableSchema#DUE_INDEX} without filters. */
final class DynamoDbTriggerIndex implements TriggerIndex {
  private final DynamoDbClient client;
  private final TableNames tables;
  private final RowReader rows;
  private final KeyGroupRows groups;

  @Inject
  DynamoDbTriggerIndex(
      DynamoDbClient client, TableNames tables, RowReader rows, KeyGroupRows groups) {
    this.client = client;
    this.tables = tables;
    this.rows = rows;
    this.groups = groups;
  }

  @Override
  public SortedMap<KeyGroup, Long> groups(LambdaName lambda, Priority priority, int shard) {
    return groups.read(lambda, priority, shard);
  }

  @Override
  public TriggerPage read(
      TriggerPartition partition, Instant until, int limit, Optional<PageMark> after) {
    var expression = new Expression();
    var condition =
        inPartition(expression, partition)
            + " AND "
            + expression.compare(NEXT_TRIGGER_AT, "<=", ItemWriter.millis(until));
    return page(partition, query(expression, condition).limit(limit), after);
  }

  @Override
  public TriggerPage latest(
      TriggerPartition partition,
      Instant since,
      Instant until,
      int limit,
      Optional<PageMark> before) {
    var expression = new Expression();
    var condition =
        inPartition(expression, partition)
            + " AND "
            + expression.between(
                NEXT_TRIGGER_AT, ItemWriter.millis(since), ItemWriter.millis(until));
    return page(
        partition, query(expression, condition).limit(limit).scanIndexForward(false), before);
  }

  private TriggerPage page(
      TriggerPartition partition, QueryRequest.Builder request, Optional<PageMark> start) {
    start.ifPresent(mark -> request.exclusiveStartKey(key(partition, mark)));
    var response = query(request);
    return new TriggerPage(
        response.items().stream()
            .flatMap(
                item ->
                    rows
                        .read(tables.associations(), TASK_ID, item, DynamoDbTriggerIndex::entry)
                        .stream())
            .toList(),
        response.hasLastEvaluatedKey()
            ? Optional.of(mark(response.lastEvaluatedKey()))
            : Optional.empty());
  }

  @Override
  public long count(TriggerPartition partition, int max) {
    var expression = new Expression();
    var condition = inPartition(expression, partition);
    var request = query(expression, condition).select(Select.COUNT);
    long counted = 0;
    while (counted < max) {
      var response = query(request.limit(max - (int) counted));
      counted += response.count();
      if (!response.hasLastEvaluatedKey()) {
        return counted;
      }
      request.exclusiveStartKey(response.lastEvaluatedKey());
    }
    return counted;
  }

  private static String inPartition(Expression expression, TriggerPartition partition) {
    return expression.equal(TRIGGER_PARTITION, ItemWriter.text(partition.key()));
  }

  private QueryRequest.Builder query(Expression expression, String condition) {
    return QueryRequest.builder()
        .tableName(tables.associations())
        .indexName(TableSchema.DUE_INDEX)
        .keyConditionExpression(condition)
        .expressionAttributeNames(expression.names())
        .expressionAttributeValues(expression.values());
  }

  private QueryResponse query(QueryRequest.Builder request) {
    var built = request.build();
    return StoreCalls.read(() -> client.query(built));
  }

  private static TriggerEntry entry(Map<String, AttributeValue> attributes) {
    var item = new ItemReader(attributes);
    return new TriggerEntry(
        new TaskId(item.text(TASK_ID)),
        item.millis(NEXT_TRIGGER_AT),
        item.number(EPOCH),
        item.textOrNull(COLLECTION, CollectionName::new),
        item.millis(SCHEDULED_AT));
  }

  private static Map<String, AttributeValue> key(TriggerPartition partition, PageMark mark) {
    return new ItemWriter()
        .text(TRIGGER_PARTITION, partition.key())
        .millis(NEXT_TRIGGER_AT, mark.triggerAt())
        .text(TASK_ID, mark.taskId().value())
        .build();
  }

  private static PageMark mark(Map<String, AttributeValue> key) {
    var item = new ItemReader(key);
    return new PageMark(item.millis(NEXT_TRIGGER_AT), new TaskId(item.text(TASK_ID)));
  }
}
