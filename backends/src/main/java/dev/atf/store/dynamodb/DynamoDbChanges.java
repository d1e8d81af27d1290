package dev.atf.store.dynamodb;

import static dev.atf.store.dynamodb.item.Attributes.TASK_ID;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.store.dynamodb.call.CapacityMeter;
import dev.atf.store.dynamodb.item.AssociationItem;
import dev.atf.store.dynamodb.item.ItemReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Reads every write of every association from the table's stream, for a checker that does not rely
 * on the services. Not thread-safe.
 */
public final class DynamoDbChanges implements AutoCloseable {
  private final DynamoDbStreamsClient client;
  private final StreamReader stream;

  private DynamoDbChanges(DynamoDbStreamsClient client, StreamReader stream) {
    this.client = client;
    this.stream = stream;
  }

  /** Starts from the oldest write in the stream. */
  public static DynamoDbChanges of(DynamoDbConfig config) {
    var name = config.tables().associations();
    try (var tables = DynamoDbConnection.open(config)) {
      var stream = DynamoDbTransitionFeed.streamOf(tables, name);
      var client = DynamoDbConnection.openStreams(config);
      return new DynamoDbChanges(
          client,
          StreamReader.fromOldest(client, stream, CapacityMeter.ofStream(name), Runnable::run));
    }
  }

  /** Returns the writes since the last call. The writes of each task are in order. */
  public List<StoredChange> more() {
    stream.findShards();
    var found = new ArrayList<StoredChange>();
    for (var some = stream.read(); !some.isEmpty(); some = stream.read()) {
      some.forEach(record -> found.add(change(record)));
    }
    return found;
  }

  private static StoredChange change(Record record) {
    var write = record.dynamodb();
    return new StoredChange(
        new TaskId(new ItemReader(write.keys()).text(TASK_ID)),
        image(write.oldImage()),
        image(write.newImage()));
  }

  private static Optional<Association> image(Map<String, AttributeValue> item) {
    return item.isEmpty() ? Optional.empty() : AssociationItem.read(item);
  }

  @Override
  public void close() {
    client.close();
  }

  /**
   * Write of an association, from the table's stream.
   *
   * @param before previous association; empty if it was created
   * @param after current association; empty if it was deleted
   */
  public record StoredChange(
      TaskId taskId, Optional<Association> before, Optional<Association> after) {}
}
