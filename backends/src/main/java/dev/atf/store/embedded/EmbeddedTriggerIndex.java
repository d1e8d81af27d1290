package dev.atf.store.embedded;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.store.PageMark;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import dev.atf.store.TriggerPage;
import dev.atf.store.embedded.database.Database;
import dev.atf.store.embedded.record.TriggerRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiPredicate;

/** Index of triggers, as keys in the order of their partitions and times. */
final class EmbeddedTriggerIndex implements TriggerIndex {
  private final Database database;
  private final Map<TriggerPartition, LowWatermark> frontiers = new ConcurrentHashMap<>();

  /**
   * Groups with tasks, by the list of due tasks of their shard. A group is added when it is found
   * at the start or written to.
   */
  private final Map<TriggerPartition, SortedMap<KeyGroup, LowWatermark>> groups =
      new ConcurrentHashMap<>();

  EmbeddedTriggerIndex(Database database) {
    this.database = database;
  }

  @Override
  public TriggerPage read(
      TriggerPartition partition, Instant until, int limit, Optional<PageMark> after) {
    if (after.filter(mark -> mark.triggerAt().isAfter(until)).isPresent()) {
      throw new StoreUnavailableException("a page does not begin behind its end " + until, null);
    }
    var behind = Keys.triggersFrom(partition, until.toEpochMilli() + 1);
    if (after.isPresent()) {
      return TriggerPage.of(
          read(Database.behind(key(partition, after.get())), behind, limit), limit);
    }
    var scan = watermark(partition).begin();
    long found = Long.MIN_VALUE;
    try {
      var entries = read(Keys.triggersFrom(partition, scan.from()), behind, limit);
      found =
          entries.isEmpty() ? until.toEpochMilli() + 1 : entries.get(0).triggerAt().toEpochMilli();
      return TriggerPage.of(entries, limit);
    } finally {
      scan.found(found);
    }
  }

  @Override
  public TriggerPage latest(
      TriggerPartition partition,
      Instant since,
      Instant until,
      int limit,
      Optional<PageMark> before) {
    var from = Keys.triggersFrom(partition, since.toEpochMilli());
    var behind =
        before
            .map(mark -> key(partition, mark))
            .orElseGet(() -> Keys.triggersFrom(partition, until.toEpochMilli() + 1));
    var entries = new ArrayList<TriggerEntry>();
    database.scanBack(from, behind, into(entries, limit));
    return TriggerPage.of(entries, limit);
  }

  @Override
  public SortedMap<KeyGroup, Long> groups(LambdaName lambda, Priority priority, int shard) {
    var found = new TreeMap<KeyGroup, Long>();
    groupsOf(TriggerPartition.due(lambda, priority, shard, KeyGroup.NONE))
        .forEach((group, watermark) -> found.put(group, watermark.additions()));
    return found;
  }

  private SortedMap<KeyGroup, LowWatermark> groupsOf(TriggerPartition due) {
    var known = groups.get(due);
    if (known != null) {
      return known;
    }
    var stored = stored(due);
    var raced = groups.putIfAbsent(due, stored);
    return raced == null ? stored : raced;
  }

  /**
   * Finds the groups whose lists have tasks. A group that gets a task during the search is added by
   * that write.
   */
  private SortedMap<KeyGroup, LowWatermark> stored(TriggerPartition due) {
    var found = new ConcurrentSkipListMap<KeyGroup, LowWatermark>();
    var from = Keys.groups(due);
    var behind = Database.behind(from);
    var next = Optional.of(from);
    while (next.isPresent()) {
      var first = new ArrayList<KeyGroup>();
      database.scan(
          next.get(),
          behind,
          (key, value) -> {
            first.add(Keys.group(due, key));
            return false;
          });
      next =
          first.stream()
              .findFirst()
              .map(
                  group ->
                      TriggerPartition.due(
                          due.lambda(), Objects.requireNonNull(due.priority()), due.shard(), group))
              .map(
                  partition -> {
                    found.put(partition.group(), watermark(partition));
                    return Keys.triggersFrom(partition, Long.MAX_VALUE);
                  });
    }
    return found;
  }

  @Override
  public long count(TriggerPartition partition, int max) {
    var from = Keys.triggersFrom(partition, watermark(partition).from());
    var behind = Keys.triggersFrom(partition, Long.MAX_VALUE);
    var left = new int[] {max};
    return max == 0 ? 0 : database.scan(from, behind, (key, value) -> --left[0] > 0);
  }

  /** Records a trigger. It is called after the trigger was written. */
  void added(TriggerList listed) {
    var partition = listed.partition();
    var watermark = watermark(partition);
    watermark.added(listed.millis());
    if (!partition.group().isNone()) {
      groupsOf(
              TriggerPartition.due(
                  partition.lambda(),
                  Objects.requireNonNull(partition.priority()),
                  partition.shard(),
                  KeyGroup.NONE))
          .putIfAbsent(partition.group(), watermark);
    }
  }

  private LowWatermark watermark(TriggerPartition partition) {
    return frontiers.computeIfAbsent(partition, key -> new LowWatermark());
  }

  private List<TriggerEntry> read(byte[] from, byte[] behind, int limit) {
    var entries = new ArrayList<TriggerEntry>();
    database.scan(from, behind, into(entries, limit));
    return entries;
  }

  private static BiPredicate<byte[], byte[]> into(List<TriggerEntry> entries, int limit) {
    return (key, value) -> {
      ReadableRecords.read(key, value, record -> entry(key, record)).ifPresent(entries::add);
      return entries.size() < limit;
    };
  }

  private static byte[] key(TriggerPartition partition, PageMark mark) {
    return Keys.trigger(partition, mark.triggerAt().toEpochMilli(), mark.taskId());
  }

  private static TriggerEntry entry(byte[] key, byte[] value) {
    return TriggerRecord.read(
        Keys.triggerTaskId(key), Instant.ofEpochMilli(Keys.triggerMillis(key)), value);
  }
}
