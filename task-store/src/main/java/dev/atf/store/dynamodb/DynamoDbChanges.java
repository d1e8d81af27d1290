package dev.atf.store.dynamodb;

import static dev.atf.store.dynamodb.Attributes.TASK_ID;

import dev.atf.model.Association;
import dev.atf.model.TaskId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Every write of every association, from the table's stream: what a checker reads that trusts no
 * service. Made for DynamoDB Local; not thread-safe.
 */
public final class DynamoDbChanges implements AutoCloseable {
  private final DynamoDbStreamsClient streams;
  private final String stream;

  /** Where to read on, of each shard that is open. */
  private final Map<String, String> iterators = new LinkedHashMap<>();

  /** The sequence number of the last record that was read of each shard. */
  private final Map<String, String> lastRead = new HashMap<>();

  private final Set<String> known = new HashSet<>();

  private DynamoDbChanges(DynamoDbStreamsClient streams, String stream) {
    this.streams = streams;
    this.stream = stream;
  }

  /** Turns the stream on, if it is off; what was written before then is not told. */
  public static DynamoDbChanges of(DynamoDbConfig config) {
    try (var tables = client(config)) {
      var name = config.tables().associations();
      var table = tables.describeTable(request -> request.tableName(name)).table();
      if (table.latestStreamArn() == null) {
        table =
            tables
                .updateTable(
                    request ->
                        request
                            .tableName(name)
                            .streamSpecification(
                                spec ->
                                    spec.streamEnabled(true)
                                        .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)))
                .tableDescription();
      }
      var streams =
          DynamoDbStreamsClient.builder()
              .httpClientBuilder(Apache5HttpClient.builder())
              .endpointOverride(config.endpointUri())
              .region(Region.of(config.region()))
              .credentialsProvider(DynamoDbConnection.anyCredentials())
              .build();
      return new DynamoDbChanges(streams, table.latestStreamArn());
    }
  }

  private static DynamoDbClient client(DynamoDbConfig config) {
    return DynamoDbClient.builder()
        .httpClientBuilder(Apache5HttpClient.builder())
        .endpointOverride(config.endpointUri())
        .region(Region.of(config.region()))
        .credentialsProvider(DynamoDbConnection.anyCredentials())
        .build();
  }

  /** What was written since the last call; of each task in its order. */
  public List<StoredChange> more() {
    findShards();
    var found = new ArrayList<StoredChange>();
    // Older shards come first: each is read to its end before its heir.
    for (var shard : List.copyOf(iterators.keySet())) {
      while (readSome(shard, found)) {}
    }
    return found;
  }

  /** Whether there may be more. */
  private boolean readSome(String shard, List<StoredChange> found) {
    GetRecordsResponse answer;
    try {
      answer = streams.getRecords(request -> request.shardIterator(iterators.get(shard)));
    } catch (TrimmedDataAccessException e) {
      // Of DynamoDB Local: an iterator that waited too long at the end of a shard.
      iterators.put(shard, iterator(shard));
      return false;
    }
    for (var record : answer.records()) {
      found.add(change(record));
      lastRead.put(shard, record.dynamodb().sequenceNumber());
    }
    if (answer.nextShardIterator() == null) {
      iterators.remove(shard);
      return false;
    }
    iterators.put(shard, answer.nextShardIterator());
    return answer.hasRecords() && !answer.records().isEmpty();
  }

  private void findShards() {
    for (var shard : shards()) {
      if (known.add(shard.shardId())) {
        iterators.put(shard.shardId(), iterator(shard.shardId()));
      }
    }
  }

  /** Behind the last that was read, or at the beginning. */
  private String iterator(String shard) {
    var last = lastRead.get(shard);
    var type =
        last == null ? ShardIteratorType.TRIM_HORIZON : ShardIteratorType.AFTER_SEQUENCE_NUMBER;
    return streams
        .getShardIterator(
            request ->
                request
                    .streamArn(stream)
                    .shardId(shard)
                    .sequenceNumber(last)
                    .shardIteratorType(type))
        .shardIterator();
  }

  private List<Shard> shards() {
    var found = new ArrayList<Shard>();
    String last = null;
    do {
      var after = last;
      var description =
          streams
              .describeStream(request -> request.streamArn(stream).exclusiveStartShardId(after))
              .streamDescription();
      found.addAll(description.shards());
      last = description.lastEvaluatedShardId();
    } while (last != null);
    return found;
  }

  private static StoredChange change(Record record) {
    StreamRecord write = record.dynamodb();
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
    streams.close();
  }
}
