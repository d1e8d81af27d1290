package dev.atf.frontend.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.lambda.PendingTasks.Backlog;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.v1.Lambda;
import dev.atf.store.GateRegistry;
import dev.atf.store.PageMark;
import dev.atf.store.TriggerIndex;
import dev.atf.store.TriggerPage;
import dev.atf.validation.LambdaCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Counts of unfinished tasks, with a bounded number of reads. */
final class PendingTasksTest {
  private final CountingIndex index = new CountingIndex();
  private final PendingTasks pending =
      new PendingTasks(
          index, GateRegistry.inMemory(), new LiveLists(index, GateRegistry.inMemory()));
  private final LambdaDefinition wide = lambda(256);

  @Test
  void aCountIsExactWhereItsListsAreFew() {
    index.inEach = 3;

    assertThat(pending.count(lambda(2))).isEqualTo(new Backlog(12, true));
  }

  @Test
  void aCountReadsABoundedNumberOfListsAndSaysThatThereMayBeMore() {
    index.inEach = 1;

    var counted = pending.count(wide);

    assertThat(index.counts).isEqualTo(PendingTasks.READS_MAX);
    assertThat(counted).isEqualTo(new Backlog(PendingTasks.READS_MAX, false));
    assertThat(counted).hasToString("at least 256");
  }

  @Test
  void aCountThatReachesItsBoundSaysThatThereMayBeMore() {
    index.inEach = PendingTasks.COUNTED_MAX;

    assertThat(pending.count(lambda(1))).isEqualTo(new Backlog(PendingTasks.COUNTED_MAX, false));
    assertThat(index.counts).isOne();
  }

  @Test
  void whetherThereIsAnyIsKnownWithTheFirstThatIsFound() {
    index.inEach = 1;

    assertThat(pending.any(wide)).isTrue();
    assertThat(index.counts).isOne();
  }

  @Test
  void readsEveryListBeforeReportingNoPendingTasks() {
    assertThat(pending.any(wide)).isFalse();
    assertThat(index.counts).isEqualTo(2 * 256);
  }

  private static LambdaDefinition lambda(int shards) {
    return LambdaCodec.definition(
        Lambda.newBuilder()
            .setName("wide")
            .setShards(shards)
            .addPriorities("normal")
            .setDefaultPriority("normal")
            .build(),
        Duration.ofSeconds(60),
        Instant.EPOCH);
  }

  private static final class CountingIndex implements TriggerIndex {
    private long inEach;
    private int counts;

    @Override
    public TriggerPage read(
        TriggerPartition partition, Instant until, int limit, Optional<PageMark> after) {
      throw new UnsupportedOperationException();
    }

    @Override
    public TriggerPage latest(
        TriggerPartition partition,
        Instant since,
        Instant until,
        int limit,
        Optional<PageMark> before) {
      throw new UnsupportedOperationException();
    }

    @Override
    public SortedMap<KeyGroup, Long> groups(LambdaName lambda, Priority priority, int shard) {
      return new java.util.TreeMap<>();
    }

    @Override
    public long count(TriggerPartition partition, int max) {
      counts++;
      return Math.min(max, inEach);
    }
  }
}
