package dev.atf.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.store.StoreUnavailableException;
import dev.atf.store.dynamodb.call.CapacityMeter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** A stream whose shards come, split and go, and whose iterators do not last. */
final class StreamReaderTest {
  private final ScriptedStream stream = new ScriptedStream();

  @Test
  void readsFromTheOldestRecordOrFromNow() {
    stream.shard("a", null).write("a", 1, 2);

    var oldest = fromOldest();
    var now = fromNow();
    stream.write("a", 3);

    assertThat(read(oldest)).containsExactly("1", "2", "3");
    assertThat(read(now)).containsExactly("3");
  }

  @Test
  void aShardIsReadWhenItsParentHasBeenReadToItsEnd() {
    stream.shard("a", null).write("a", 1);
    var reader = fromOldest();
    stream.split("a", "b", "c").write("c", 3).write("b", 2);
    stream.split("b", "d", "e").write("e", 4);
    // Listed before its parent, by a stream without an order.
    stream.listBackwards();

    reader.findShards();

    assertThat(read(reader)).containsExactly("1");
    assertThat(read(reader)).containsExactlyInAnyOrder("2", "3");
    assertThat(read(reader)).containsExactly("4");
    assertThat(reader.takeGap()).isFalse();
  }

  @Test
  void readingFromNowSkipsClosedShards() {
    stream.shard("a", null).write("a", 1);
    stream.split("a", "b", "c").write("b", 2);

    var reader = fromNow();
    stream.write("b", 3);
    stream.split("b", "d", "e").write("d", 4);

    assertThat(read(reader)).containsExactly("3");
    assertThat(read(reader)).containsExactly("4");
  }

  @Test
  void readingFromNowWithoutOpenShardsReportsAGap() {
    stream.shard("a", null).write("a", 1);
    stream.split("a", "b", "c");
    stream.split("b", "d", "e");
    stream.split("c", "f", "g");
    for (var open : List.of("d", "e", "f", "g")) {
      stream.end(open);
    }

    var reader = fromNow();

    assertThat(read(reader)).isEmpty();
    assertThat(reader.takeGap()).isTrue();
    stream.shard("h", "d").write("h", 2);
    reader.findShards();
    assertThat(read(reader)).containsExactly("2");
  }

  @Test
  void anOpenShardThatIsListedAsClosedIsRead() {
    stream.shard("a", null).write("a", 1);
    stream.listAsClosed();

    var reader = fromNow();
    stream.write("a", 2);

    assertThat(read(reader)).containsExactly("2");
    assertThat(reader.takeGap()).isFalse();
  }

  @Test
  void afterAnIteratorHasExpiredItGoesOnBehindTheLastThatWasRead() {
    stream.shard("a", null).write("a", 1);
    var reader = fromOldest();
    read(reader);
    stream.write("a", 2);

    stream.failNext(ExpiredIteratorException.builder().message("too old").build());

    assertThat(read(reader)).isEmpty();
    assertThat(read(reader)).containsExactly("2");
    assertThat(reader.takeGap()).isFalse();
  }

  @Test
  @Tag("W4")
  void trimmedRecordsAreAGap() {
    stream.shard("a", null).write("a", 1);
    var reader = fromOldest();
    read(reader);
    stream.write("a", 2, 3, 4);

    stream.trim("a", 3);

    assertThat(read(reader)).isEmpty();
    assertThat(reader.takeGap()).isTrue();
    assertThat(read(reader)).containsExactly("4");
    assertThat(reader.takeGap()).isFalse();
  }

  @Test
  void expiredIteratorBeforeTheFirstReadIsAGap() {
    stream.shard("a", null).write("a", 1);
    var reader = fromNow();
    stream.write("a", 2);

    stream.failNext(ExpiredIteratorException.builder().message("too old").build());

    assertThat(read(reader)).isEmpty();
    assertThat(reader.takeGap()).isTrue();
    stream.write("a", 3);
    assertThat(read(reader)).containsExactly("3");
  }

  @Test
  void keepsRecordsOfOtherShardsThanTheOneThatFails() {
    stream.shard("a", null).write("a", 1).shard("b", null).shard("c", null).write("c", 3);
    stream.write("b", 2);
    var reader = fromOldest();
    var failure = DynamoDbException.builder().message("denied").statusCode(400).build();

    stream.failFrom("b", failure);

    assertThat(read(reader)).containsExactly("1", "3");
    assertThatThrownBy(reader::read).isInstanceOf(StoreUnavailableException.class);
    stream.failFrom("none", failure);
    assertThat(read(reader)).containsExactly("2");
  }

  @Test
  void aThrottledShardIsReadMoreRarelyAndTheOthersAsBefore() {
    stream.shard("a", null).shard("b", null).write("b", 1);
    var reader = fromOldest();
    stream.failFrom("b", ScriptedStream.THROTTLED);

    for (int number = 1; number <= 40; number++) {
      stream.write("a", number);
      assertThat(read(reader)).containsExactly(Integer.toString(number));
      assertThat(reader.more()).as("the next read follows at once").isFalse();
    }

    assertThat(stream.reads("a")).isEqualTo(40);
    assertThat(stream.reads("b")).isBetween(13, 15);
    stream.failFrom("none", ScriptedStream.THROTTLED);
    assertThat(IntStream.range(0, 20).mapToObj(i -> read(reader)).flatMap(List::stream))
        .as("nothing of it is lost")
        .containsExactly("1");
    assertThat(reader.takeGap()).isFalse();
    stream.write("a", 41);
    assertThat(read(reader)).containsExactly("41");
    assertThat(reader.more()).isTrue();
  }

  /**
   * The figure of docs/operate/capacity-and-cost.md: a round is the half second between two reads,
   * and the shard serves two readers in each.
   */
  @Test
  void tenReadersOfAShardThatServesTwoSeeEverythingWithinSeconds() {
    stream.shard("a", null);
    var readers = new ArrayList<>(Stream.generate(this::fromNow).limit(10).toList());
    var lastRead = new HashMap<StreamReader, Integer>();
    var roundsLate = new ArrayList<Integer>();
    var random = new Random(1);
    for (int round = 1; round <= 2_000; round++) {
      stream.write("a", round);
      stream.serve(2);
      Collections.shuffle(readers, random);
      for (var reader : readers) {
        for (var number : read(reader)) {
          int record = Integer.parseInt(number);
          assertThat(record).isEqualTo(lastRead.getOrDefault(reader, 0) + 1);
          lastRead.put(reader, record);
          roundsLate.add(round - record);
        }
      }
    }

    assertThat(lastRead.values()).hasSize(10).allMatch(last -> last > 1_900);
    Collections.sort(roundsLate);
    assertThat(roundsLate.get(roundsLate.size() / 2)).isLessThanOrEqualTo(2 * 3);
    assertThat(roundsLate.get(roundsLate.size() * 99 / 100)).isLessThanOrEqualTo(2 * 20);
  }

  @Test
  void shardsAreReadSideBySide() {
    stream.shard("a", null).write("a", 1).shard("b", null).write("b", 2);
    var threads = Executors.newFixedThreadPool(2);
    try {
      var reader =
          StreamReader.fromOldest(stream, ScriptedStream.ARN, CapacityMeter.ofStream("t"), threads);
      stream.answerTogether(2);

      assertThat(read(reader)).containsExactly("1", "2");
    } finally {
      threads.shutdownNow();
    }
  }

  private StreamReader fromOldest() {
    return StreamReader.fromOldest(
        stream, ScriptedStream.ARN, CapacityMeter.ofStream("t"), Runnable::run);
  }

  private StreamReader fromNow() {
    return StreamReader.fromNow(
        stream, ScriptedStream.ARN, CapacityMeter.ofStream("t"), Runnable::run);
  }

  private static List<String> read(StreamReader reader) {
    return reader.read().stream().map(StreamReaderTest::number).toList();
  }

  private static String number(Record record) {
    return record.dynamodb().sequenceNumber();
  }
}
