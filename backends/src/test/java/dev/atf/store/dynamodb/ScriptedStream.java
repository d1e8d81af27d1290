package dev.atf.store.dynamodb;

import dev.atf.testtime.TestTimeouts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * A stream by the rules of DynamoDB Streams, with shards as a test makes them, two on each page of
 * their list. A sequence number is a position; an iterator is a shard and the position before.
 */
final class ScriptedStream implements DynamoDbStreamsClient {
  static final String ARN = "arn:aws:dynamodb:us-east-1:1:table/t/stream/1";
  static final AwsServiceException THROTTLED =
      LimitExceededException.builder().message("slow down").statusCode(400).build();
  private static final int PAGE = 2;

  private final Map<String, ScriptedShard> shards = new LinkedHashMap<>();
  private @Nullable AwsServiceException next;
  private @Nullable AwsServiceException always;
  private String failing = "none";
  private boolean backwards;
  private boolean closed;
  private final Map<String, Integer> reads = new ConcurrentHashMap<>();
  private CyclicBarrier together = new CyclicBarrier(1);
  private int readsServed = Integer.MAX_VALUE;

  private static final class ScriptedShard {
    private final @Nullable String parent;
    private final List<Integer> written = new ArrayList<>();
    private boolean ended;
    private int trimmedTo;

    ScriptedShard(@Nullable String parent) {
      this.parent = parent;
    }
  }

  ScriptedStream shard(String id, @Nullable String parent) {
    shards.put(id, new ScriptedShard(parent));
    return this;
  }

  ScriptedStream write(String id, int... numbers) {
    for (int number : numbers) {
      shard(id).written.add(number);
    }
    return this;
  }

  ScriptedStream split(String id, String left, String right) {
    shard(id).ended = true;
    return shard(left, id).shard(right, id);
  }

  /** A shard is closed and has no successor yet. */
  void end(String id) {
    shard(id).ended = true;
  }

  /** The oldest go, up to a number. */
  void trim(String id, int number) {
    shard(id).trimmedTo = number;
  }

  void listBackwards() {
    backwards = true;
  }

  /** Lists open shards as closed, as some stores that speak DynamoDB's protocol do. */
  void listAsClosed() {
    closed = true;
  }

  /** The next GetRecords fails. */
  void failNext(AwsServiceException failure) {
    next = failure;
  }

  /** Makes every GetRecords of one shard fail from now on. */
  void failFrom(String id, AwsServiceException failure) {
    failing = id;
    always = failure;
  }

  /** A GetRecords is answered when so many of them have come. */
  void answerTogether(int calls) {
    together = new CyclicBarrier(calls);
  }

  /** Serves so many GetRecords from now on, and throttles the others. */
  void serve(int calls) {
    readsServed = calls;
  }

  /** Returns the number of GetRecords of one shard. */
  int reads(String id) {
    return reads.getOrDefault(id, 0);
  }

  private ScriptedShard shard(String id) {
    return Objects.requireNonNull(shards.get(id));
  }

  @Override
  public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
    var ids = new ArrayList<>(shards.keySet());
    if (backwards) {
      Collections.reverse(ids);
    }
    var after = request.exclusiveStartShardId();
    int from = after == null ? 0 : ids.indexOf(after) + 1;
    var page = ids.subList(from, Math.min(ids.size(), from + PAGE));
    boolean last = from + PAGE >= ids.size();
    return DescribeStreamResponse.builder()
        .streamDescription(
            d ->
                d.shards(page.stream().map(this::described).toList())
                    .lastEvaluatedShardId(last ? null : page.get(page.size() - 1)))
        .build();
  }

  private Shard described(String id) {
    var shard = shard(id);
    return Shard.builder()
        .shardId(id)
        .parentShardId(shard.parent)
        .sequenceNumberRange(
            range ->
                range
                    .startingSequenceNumber("0")
                    .endingSequenceNumber(shard.ended || closed ? "99" : null))
        .build();
  }

  @Override
  public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
    var shard = shard(request.shardId());
    int newest = shard.written.isEmpty() ? 0 : shard.written.get(shard.written.size() - 1);
    int position =
        switch (request.shardIteratorType()) {
          case LATEST -> newest;
          case TRIM_HORIZON -> shard.trimmedTo;
          case AFTER_SEQUENCE_NUMBER -> Integer.parseInt(request.sequenceNumber());
          case AT_SEQUENCE_NUMBER, UNKNOWN_TO_SDK_VERSION ->
              throw new IllegalArgumentException(request.toString());
        };
    requireKept(shard, position);
    return GetShardIteratorResponse.builder()
        .shardIterator(request.shardId() + " " + position)
        .build();
  }

  @Override
  public GetRecordsResponse getRecords(GetRecordsRequest request) {
    var parts = request.shardIterator().split(" ", -1);
    reads.merge(parts[0], 1, Integer::sum);
    try {
      together.await(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    if (readsServed-- <= 0) {
      throw THROTTLED;
    }
    var failure = parts[0].equals(failing) ? always : next;
    next = null;
    if (failure != null) {
      throw failure;
    }
    var shard = shard(parts[0]);
    int position = Integer.parseInt(parts[1]);
    requireKept(shard, position);
    var records = shard.written.stream().filter(number -> number > position).toList();
    int end = records.isEmpty() ? position : records.get(records.size() - 1);
    return GetRecordsResponse.builder()
        .records(records.stream().map(ScriptedStream::record).toList())
        .nextShardIterator(shard.ended ? null : parts[0] + " " + end)
        .build();
  }

  private static void requireKept(ScriptedShard shard, int position) {
    if (position < shard.trimmedTo) {
      throw TrimmedDataAccessException.builder().message("trimmed").build();
    }
  }

  private static Record record(int number) {
    return Record.builder().dynamodb(d -> d.sequenceNumber(Integer.toString(number))).build();
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {}
}
