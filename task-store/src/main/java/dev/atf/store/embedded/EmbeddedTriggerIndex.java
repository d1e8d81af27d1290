package dev.atf.store.embedded;

import dev.atf.model.TriggerPartition;
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
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The index, as keys in the order of their partitions and times. */
final class EmbeddedTriggerIndex implements TriggerIndex {
  private final Database database;
  private final Map<TriggerPartition, LowWatermark> frontiers = new ConcurrentHashMap<>();

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
  public long count(TriggerPartition partition, int max) {
    var from = Keys.triggersFrom(partition, watermark(partition).from());
    var behind = Keys.triggersFrom(partition, Long.MAX_VALUE);
    var left = new int[] {max};
    return max == 0 ? 0 : database.scan(from, behind, (key, value) -> --left[0] > 0);
  }

  /** Called after the write that lists it. */
  void added(TriggerList listed) {
    watermark(listed.partition()).added(listed.millis());
  }

  private LowWatermark watermark(TriggerPartition partition) {
    return frontiers.computeIfAbsent(partition, key -> new LowWatermark());
  }

  private List<TriggerEntry> read(byte[] from, byte[] behind, int limit) {
    var entries = new ArrayList<TriggerEntry>();
    database.scan(
        from,
        behind,
        (key, value) -> {
          entries.add(entry(key, value));
          return entries.size() < limit;
        });
    return entries;
  }

  private static byte[] key(TriggerPartition partition, PageMark mark) {
    return Keys.trigger(partition, mark.triggerAt().toEpochMilli(), mark.taskId());
  }

  private static TriggerEntry entry(byte[] key, byte[] value) {
    return TriggerRecord.read(
        Keys.triggerTaskId(key), Instant.ofEpochMilli(Keys.triggerMillis(key)), value);
  }
}
