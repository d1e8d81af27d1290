package dev.atf.store.dynamodb;

import static dev.atf.store.dynamodb.item.Attributes.EPOCH;
import static dev.atf.store.dynamodb.item.Attributes.STATUS;
import static dev.atf.store.dynamodb.item.Attributes.TASK_ID;

import dev.atf.model.TaskStatus;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.dynamodb.call.StoreCalls;
import dev.atf.store.dynamodb.expression.Expression;
import dev.atf.store.dynamodb.item.ItemReader;
import dev.atf.store.dynamodb.item.ItemWriter;
import dev.atf.store.dynamodb.item.TaskKey;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Prepares tables that were restored from a point in time: enables TTL and the stream, and raises
 * the epoch of every task that may run again, so that its fencing tokens are later than all tokens
 * that were issued before the restore. No service may use these tables during this time.
 *
 * <p>The epoch of each task is raised once in each table. A raised task is marked with the creation
 * time of the table, so that an interrupted run can be repeated and skips it.
 */
public final class RestoredTableFence {
  /**
   * Number of epochs added. A task cannot have had that many releases since the time to which the
   * table was restored: it is one per second for thirty years.
   */
  public static final long EPOCHS = 1_000_000_000;

  private static final String FENCED = "fenced_by";

  private final DynamoDbClient client;
  private final TableNames tables;
  private final String createdAt;

  /**
   * Result of a run.
   *
   * @param unfinished number of tasks that may run again, including dead letters
   * @param raised number of tasks whose epoch this run has raised
   */
  public record Fenced(long unfinished, long raised) {}

  /** Limits the number of writes per second. */
  @FunctionalInterface
  public interface Pace {
    void await() throws InterruptedException;
  }

  private RestoredTableFence(DynamoDbClient client, TableNames tables, String createdAt) {
    this.client = client;
    this.tables = tables;
    this.createdAt = createdAt;
  }

  /**
   * Prepares the tables.
   *
   * @param pace waits before each write
   * @param progress receives the number of raised epochs
   * @throws StoreUnavailableException if a table does not exist, or DynamoDB fails; epochs that
   *     were raised before that remain raised
   */
  public static Fenced run(DynamoDbConfig config, Pace pace, LongConsumer progress)
      throws InterruptedException {
    try (var client = DynamoDbConnection.open(config)) {
      var tables = config.tables();
      tables.all().forEach(name -> requireTable(client, name));
      DynamoDbTables.create(config);
      var id = requireTable(client, tables.associations());
      return new RestoredTableFence(client, tables, id).raise(pace, progress);
    }
  }

  /** Returns the time at which the table was created. A restore creates a new table. */
  private static String requireTable(DynamoDbClient client, String name) {
    var request = DescribeTableRequest.builder().tableName(name).build();
    return StoreCalls.read(
        () -> {
          try {
            return client.describeTable(request).table().creationDateTime().toString();
          } catch (ResourceNotFoundException e) {
            throw new StoreUnavailableException(
                "table " + name + " is not there: restore all tables first", null);
          }
        });
  }

  private Fenced raise(Pace pace, LongConsumer progress) throws InterruptedException {
    long unfinished = 0;
    long raised = 0;
    @Nullable Map<String, AttributeValue> last = null;
    do {
      var request = page(last);
      var page = StoreCalls.read(() -> client.scan(request));
      for (var attributes : page.items()) {
        var item = new ItemReader(attributes);
        unfinished++;
        if (createdAt.equals(item.textOrNull(FENCED, Function.identity()))) {
          continue;
        }
        pace.await();
        raise(item);
        raised++;
      }
      progress.accept(raised);
      last = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
    } while (last != null);
    return new Fenced(unfinished, raised);
  }

  /**
   * Returns the request for a page. Successes and cancelled tasks never run again and are skipped.
   * Large results keep their epoch.
   */
  private ScanRequest page(@Nullable Map<String, AttributeValue> last) {
    var expression = new Expression();
    var status = expression.name(STATUS);
    return ScanRequest.builder()
        .tableName(tables.associations())
        .consistentRead(true)
        .exclusiveStartKey(last)
        .filterExpression(
            "%1$s <> %2$s AND %1$s <> %3$s"
                .formatted(
                    status,
                    expression.value(ItemWriter.text(TaskStatus.SUCCESS.name())),
                    expression.value(ItemWriter.text(TaskStatus.CANCELLED.name()))))
        .projectionExpression(
            String.join(
                ", ", expression.name(TASK_ID), expression.name(EPOCH), expression.name(FENCED)))
        .expressionAttributeNames(expression.names())
        .expressionAttributeValues(expression.values())
        .build();
  }

  private void raise(ItemReader item) {
    var expression = new Expression();
    var epoch = expression.name(EPOCH);
    long seen = item.number(EPOCH);
    var request =
        UpdateItemRequest.builder()
            .tableName(tables.associations())
            .key(TaskKey.of(item.text(TASK_ID)))
            .conditionExpression(epoch + " = " + expression.value(ItemWriter.number(seen)))
            .updateExpression(
                "SET %s = %s, %s = %s"
                    .formatted(
                        epoch,
                        expression.value(ItemWriter.number(seen + EPOCHS)),
                        expression.name(FENCED),
                        expression.value(ItemWriter.text(createdAt))))
            .expressionAttributeNames(expression.names())
            .expressionAttributeValues(expression.values())
            .build();
    if (!StoreCalls.writeIf(() -> client.updateItem(request))) {
      throw new StoreUnavailableException(
          "task "
              + item.text(TASK_ID)
              + " has changed in the meantime: stop the services, and start this again",
          null);
    }
  }
}
