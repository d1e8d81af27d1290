package dev.atf.store.dynamodb;

import dev.atf.store.StoreException;
import dev.atf.store.dynamodb.call.DefiniteRefusal;
import dev.atf.store.dynamodb.call.StoreCalls;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Reads the stream of a table, each shard after its parent, so that the records of each item are in
 * order. Shards are read concurrently. A shard whose read is throttled, because more than two
 * processes read it, is skipped in some of the next reads. Not thread-safe.
 */
final class StreamReader {
  private static final Logger log = LoggerFactory.getLogger(StreamReader.class);

  /**
   * Maximum number of reads that skip a throttled shard. In a model with ten readers, and shards
   * that serve two of them, 99 % of the records are then read within 15 s; with a maximum of 16,
   * within 52 s.
   */
  private static final int LEFT_OUT_MAX = 2;

  private final DynamoDbStreamsClient client;
  private final String stream;
  private final AwsRequestOverrideConfiguration metered;
  private final Executor threads;

  /** Positions in the shards that were started and not read to their ends. */
  private final Map<String, Place> open = new LinkedHashMap<>();

  /** Shards that were started, or that are not read at all. */
  private final Set<String> known = new HashSet<>();

  private boolean shardEnded;

  /** Set if no shard was listed as open at the start. Only a read shows whether that is true. */
  private boolean listedAsClosed;

  private boolean gap;

  private boolean more;

  private boolean throttlingLogged;

  /** Position of the next read in a shard. */
  private static final class Place {
    private final ShardIteratorType start;
    private String iterator;
    private @Nullable String lastRead;

    /**
     * Number of the next reads that skip the shard, and the number after its latest throttled read.
     */
    private int leftOut;

    private int leftOutLast;

    Place(ShardIteratorType start, String iterator) {
      this.start = start;
      this.iterator = iterator;
    }

    boolean isTurn() {
      if (leftOut == 0) {
        return true;
      }
      leftOut--;
      return false;
    }

    void throttled() {
      leftOutLast = Math.min(LEFT_OUT_MAX, Math.max(1, 2 * leftOutLast));
      leftOut = leftOutLast;
    }

    void served() {
      leftOut = 0;
      leftOutLast = 0;
    }
  }

  private StreamReader(
      DynamoDbStreamsClient client,
      String stream,
      AwsRequestOverrideConfiguration metered,
      Executor threads) {
    this.client = client;
    this.stream = stream;
    this.metered = metered;
    this.threads = threads;
  }

  /**
   * Starts with the oldest records of the stream. On AWS, a stream has the records of the last 24
   * hours.
   *
   * @param threads threads that read the shards; their number is the number of concurrent reads
   */
  static StreamReader fromOldest(
      DynamoDbStreamsClient client,
      String stream,
      AwsRequestOverrideConfiguration metered,
      Executor threads) {
    var reader = new StreamReader(client, stream, metered, threads);
    reader.findShards();
    return reader;
  }

  /**
   * Starts with the writes from now on.
   *
   * @param threads threads that read the shards; their number is the number of concurrent reads
   */
  static StreamReader fromNow(
      DynamoDbStreamsClient client,
      String stream,
      AwsRequestOverrideConfiguration metered,
      Executor threads) {
    var reader = new StreamReader(client, stream, metered, threads);
    var listed = reader.shards();
    var parents = listed.stream().map(Shard::parentShardId).collect(Collectors.toSet());
    var newest = listed.stream().filter(shard -> !parents.contains(shard.shardId())).toList();
    listed.forEach(shard -> reader.known.add(shard.shardId()));
    newest.forEach(shard -> reader.begin(shard.shardId(), ShardIteratorType.LATEST));
    reader.listedAsClosed =
        newest.stream().allMatch(it -> it.sequenceNumberRange().endingSequenceNumber() != null);
    return reader;
  }

  /** Starts new shards whose parents have been read to their ends. */
  void findShards() {
    shardEnded = false;
    var listed = shards();
    var ids = listed.stream().map(Shard::shardId).collect(Collectors.toSet());
    known.retainAll(ids);
    for (var shard : listed) {
      if (!known.contains(shard.shardId()) && isNext(shard, ids)) {
        known.add(shard.shardId());
        begin(shard.shardId(), ShardIteratorType.TRIM_HORIZON);
      }
    }
  }

  private boolean isNext(Shard shard, Set<String> listed) {
    var parent = shard.parentShardId();
    return parent == null
        || !listed.contains(parent)
        || (known.contains(parent) && !open.containsKey(parent));
  }

  /**
   * Returns some of the new records of every shard. If a shard fails, the records of the other
   * shards are not lost.
   *
   * @throws dev.atf.store.StoreUnavailableException if a shard fails, except by throttling, and no
   *     other shard has records
   */
  List<Record> read() {
    if (shardEnded) {
      findShards();
    }
    var readings = new LinkedHashMap<String, CompletableFuture<Optional<GetRecordsResponse>>>();
    open.forEach(
        (shard, place) -> {
          if (place.isTurn()) {
            var iterator = place.iterator;
            readings.put(
                shard,
                CompletableFuture.supplyAsync(
                    () -> StoreCalls.read(() -> records(iterator)), threads));
          }
        });
    var found = new ArrayList<Record>();
    @Nullable RuntimeException failure = null;
    for (var reading : readings.entrySet()) {
      try {
        take(reading.getKey(), reading.getValue().join(), found);
      } catch (CompletionException e) {
        failure = unlessThrottled(reading.getKey(), e, failure);
      } catch (StoreException e) {
        failure = e;
      }
    }
    if (failure != null && found.isEmpty()) {
      throw failure;
    }
    if (listedAsClosed && open.isEmpty()) {
      log.warn(
          "stream={} has no open shard: nothing is seen of what is written until one is listed",
          stream);
      gap = true;
    }
    listedAsClosed = false;
    more = !found.isEmpty() && open.values().stream().noneMatch(place -> place.leftOutLast > 0);
    return found;
  }

  /**
   * Returns whether the next read should follow immediately, because the last one found records and
   * no shard is throttled.
   */
  boolean more() {
    return more;
  }

  /** Returns whether records were lost since the last call. */
  boolean takeGap() {
    var was = gap;
    gap = false;
    return was;
  }

  private @Nullable RuntimeException unlessThrottled(
      String shard, CompletionException e, @Nullable RuntimeException before) {
    if (!(e.getCause() instanceof StoreException failure)) {
      throw e;
    }
    if (failure.getCause() instanceof LimitExceededException
        || DefiniteRefusal.isPassing(Objects.requireNonNullElse(failure.getCause(), failure))) {
      placeOf(shard).throttled();
      if (!throttlingLogged && failure.getCause() instanceof SdkServiceException) {
        throttlingLogged = true;
        log.warn(
            "stream={} shard={} is throttled, as when more than two processes read it: watchers of"
                + " this process see transitions late. Watch only one or two frontends"
                + " (docs/operate/capacity-and-cost.md#watchers-on-dynamodb)",
            stream,
            shard);
      }
      return before;
    }
    return failure;
  }

  private Place placeOf(String shard) {
    return Objects.requireNonNull(open.get(shard));
  }

  /**
   * Processes the answer for a shard.
   *
   * @param answer answer; empty if its iterator is no longer valid
   */
  private void take(String shard, Optional<GetRecordsResponse> answer, List<Record> found) {
    var place = placeOf(shard);
    place.served();
    if (answer.isEmpty()) {
      StoreCalls.read(() -> resumed(shard, place))
          .ifPresentOrElse(iterator -> place.iterator = iterator, () -> ended(shard));
      return;
    }
    for (var record : answer.get().records()) {
      found.add(record);
      place.lastRead = record.dynamodb().sequenceNumber();
    }
    var next = answer.get().nextShardIterator();
    if (next == null) {
      ended(shard);
    } else {
      place.iterator = next;
    }
  }

  /** Returns the next records; empty if the iterator is no longer valid. */
  private Optional<GetRecordsResponse> records(String iterator) {
    var request =
        GetRecordsRequest.builder().shardIterator(iterator).overrideConfiguration(metered).build();
    try {
      return Optional.of(client.getRecords(request));
    } catch (ExpiredIteratorException | TrimmedDataAccessException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the position after the last read record or, before the first read, the first position;
   * empty if the shard no longer exists.
   */
  private Optional<String> resumed(String shard, Place place) {
    var last = place.lastRead;
    gap |= last == null && place.start == ShardIteratorType.LATEST;
    try {
      return Optional.of(
          last == null
              ? iterator(shard, place.start, null)
              : iterator(shard, ShardIteratorType.AFTER_SEQUENCE_NUMBER, last));
    } catch (TrimmedDataAccessException e) {
      gap = true;
      return Optional.of(iterator(shard, ShardIteratorType.TRIM_HORIZON, null));
    } catch (ResourceNotFoundException e) {
      gap = true;
      return Optional.empty();
    }
  }

  private void ended(String shard) {
    open.remove(shard);
    shardEnded = true;
  }

  private void begin(String shard, ShardIteratorType start) {
    open.put(shard, new Place(start, StoreCalls.read(() -> iterator(shard, start, null))));
  }

  private String iterator(String shard, ShardIteratorType type, @Nullable String sequenceNumber) {
    return client
        .getShardIterator(
            request ->
                request
                    .streamArn(stream)
                    .shardId(shard)
                    .sequenceNumber(sequenceNumber)
                    .shardIteratorType(type)
                    .overrideConfiguration(metered))
        .shardIterator();
  }

  private List<Shard> shards() {
    var found = new ArrayList<Shard>();
    @Nullable String last = null;
    do {
      var after = last;
      var page =
          StoreCalls.read(
                  () ->
                      client.describeStream(
                          request ->
                              request
                                  .streamArn(stream)
                                  .exclusiveStartShardId(after)
                                  .overrideConfiguration(metered)))
              .streamDescription();
      found.addAll(page.shards());
      last = page.lastEvaluatedShardId();
    } while (last != null);
    return found;
  }
}
