package dev.atf.store.dynamodb;

import dev.atf.model.task.Association;
import dev.atf.model.task.TaskTransition;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.TransitionFeed;
import dev.atf.store.TransitionPage;
import dev.atf.store.activity.Activity;
import dev.atf.store.dynamodb.call.CapacityMeter;
import dev.atf.store.dynamodb.call.StoreCalls;
import dev.atf.store.dynamodb.item.AssociationItem;
import dev.atf.store.dynamodb.item.Attributes;
import dev.atf.store.dynamodb.item.RowReader;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Feed of the associations table, from its stream. A shard of a stream supports <a
 * href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html">two
 * readers</a> at the same time. Further readers are throttled, and receive transitions later. Each
 * follower reads all shards.
 */
final class DynamoDbTransitionFeed implements TransitionFeed {
  /** Pause between two reads. Each read costs one request for every shard. */
  private static final Duration PAUSE = Duration.ofMillis(500);

  /**
   * Number of reads between two searches for new shards, which DynamoDB creates when it splits
   * shards. A search is also made when a shard ends.
   */
  private static final int READS_BETWEEN_SEARCHES = 20;

  /**
   * Number of shards that are read at the same time. A round of 80 shards takes the time of five
   * reads.
   */
  private static final int READS_MAX = 16;

  private final DynamoDbConfig config;
  private final DynamoDbClient tables;
  private final TableNames names;
  private final CapacityMeter meter;
  private final RowReader rows;

  @Inject
  DynamoDbTransitionFeed(
      DynamoDbConfig config,
      DynamoDbClient tables,
      TableNames names,
      CapacityMeter meter,
      RowReader rows) {
    this.config = config;
    this.tables = tables;
    this.names = names;
    this.meter = meter;
    this.rows = rows;
  }

  @Override
  public Following follow() {
    var stream = streamOf(tables, names.associations());
    var client = DynamoDbConnection.openStreams(config, meter);
    var threads = Executors.newFixedThreadPool(READS_MAX, DynamoDbTransitionFeed::thread);
    try {
      var reader =
          StreamReader.fromNow(
              client, stream, CapacityMeter.ofStream(names.associations()), threads);
      return new Reader(client, threads, reader);
    } catch (RuntimeException e) {
      threads.shutdown();
      client.close();
      throw e;
    }
  }

  private static Thread thread(Runnable work) {
    var thread = new Thread(work, "stream-reader");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Returns the stream of a table.
   *
   * @throws StoreUnavailableException if the table has none
   */
  static String streamOf(DynamoDbClient tables, String name) {
    var request = DescribeTableRequest.builder().tableName(name).build();
    var stream = StoreCalls.read(() -> tables.describeTable(request)).table().latestStreamArn();
    if (stream == null) {
      throw new StoreUnavailableException(
          "table " + name + " has no stream; turn it on, with new and old images", null);
    }
    return stream;
  }

  @Override
  public Duration pause() {
    return PAUSE;
  }

  @Override
  public Optional<Activity> counted() {
    return Optional.empty();
  }

  private final class Reader implements Following {
    private final DynamoDbStreamsClient client;
    private final ExecutorService threads;
    private final StreamReader stream;
    private int readings;

    Reader(DynamoDbStreamsClient client, ExecutorService threads, StreamReader stream) {
      this.client = client;
      this.threads = threads;
      this.stream = stream;
    }

    @Override
    public TransitionPage read() {
      if (++readings % READS_BETWEEN_SEARCHES == 0) {
        stream.findShards();
      }
      var transitions =
          stream.read().stream().flatMap(record -> transition(record).stream()).toList();
      return new TransitionPage(transitions, stream.takeGap(), stream.more());
    }

    private Optional<TaskTransition> transition(Record record) {
      var write = record.dynamodb();
      var after = image(write.newImage());
      if (after.isEmpty()) {
        return Optional.empty();
      }
      var before = image(write.oldImage());
      boolean unreadable = before.isEmpty() && !write.oldImage().isEmpty();
      return unreadable
          ? Optional.empty()
          : TaskTransition.between(before.orElse(null), after.get());
    }

    private Optional<Association> image(Map<String, AttributeValue> item) {
      return item.isEmpty()
          ? Optional.empty()
          : rows.read(names.associations(), Attributes.TASK_ID, item, AssociationItem::read)
              .flatMap(Function.identity());
    }

    @Override
    public void close() {
      threads.shutdown();
      client.close();
    }
  }
}
