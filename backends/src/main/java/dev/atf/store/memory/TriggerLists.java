package dev.atf.store.memory;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.store.PageMark;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerPage;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Lists of an index of tasks in memory, by their keys. Not thread-safe. */
public final class TriggerLists {
  private static final Comparator<TriggerEntry> ORDER =
      Comparator.comparing(TriggerEntry::triggerAt).thenComparing(TriggerEntry::taskId);

  private final Map<String, NavigableSet<TriggerEntry>> lists = new HashMap<>();
  private final Map<String, Long> additions = new HashMap<>();

  public void add(String list, TriggerEntry entry) {
    additions.merge(list, 1L, Long::sum);
    lists.computeIfAbsent(list, key -> new TreeSet<>(ORDER)).add(entry);
  }

  /** Removes an entry from a list. */
  public void remove(String list, TriggerEntry entry) {
    Objects.requireNonNull(lists.get(list)).remove(entry);
  }

  /** Returns a page as {@link dev.atf.store.TriggerIndex#read} does. */
  public TriggerPage read(
      TriggerPartition partition, Instant until, int limit, Optional<PageMark> after) {
    var entries =
        list(partition).stream()
            .filter(entry -> after.isEmpty() || isBehind(entry, after.get()))
            .takeWhile(entry -> !entry.triggerAt().isAfter(until))
            .limit(limit)
            .toList();
    return TriggerPage.of(entries, limit);
  }

  /** Returns a page as {@link dev.atf.store.TriggerIndex#latest} does. */
  public TriggerPage latest(
      TriggerPartition partition,
      Instant since,
      Instant until,
      int limit,
      Optional<PageMark> before) {
    var entries =
        list(partition).descendingSet().stream()
            .filter(entry -> !entry.triggerAt().isAfter(until))
            .filter(entry -> before.isEmpty() || isBefore(entry, before.get()))
            .takeWhile(entry -> !entry.triggerAt().isBefore(since))
            .limit(limit)
            .toList();
    return TriggerPage.of(entries, limit);
  }

  /** Returns the groups of a shard as {@link dev.atf.store.TriggerIndex#groups} does. */
  public SortedMap<KeyGroup, Long> groups(LambdaName lambda, Priority priority, int shard) {
    var found = new TreeMap<KeyGroup, Long>();
    var prefix = TriggerPartition.due(lambda, priority, shard, KeyGroup.NONE).key() + "/group/";
    additions.forEach(
        (list, count) -> {
          if (list.startsWith(prefix)) {
            found.put(new KeyGroup(Integer.parseInt(list.substring(prefix.length()))), count);
          }
        });
    return found;
  }

  /** Returns the number of entries, at most {@code max}. */
  public long count(TriggerPartition partition, int max) {
    return Math.min(max, list(partition).size());
  }

  private NavigableSet<TriggerEntry> list(TriggerPartition partition) {
    return lists.getOrDefault(partition.key(), new TreeSet<>(ORDER));
  }

  private static boolean isBehind(TriggerEntry entry, PageMark mark) {
    return compare(entry, mark) > 0;
  }

  private static boolean isBefore(TriggerEntry entry, PageMark mark) {
    return compare(entry, mark) < 0;
  }

  private static int compare(TriggerEntry entry, PageMark mark) {
    int byTime = entry.triggerAt().compareTo(mark.triggerAt());
    return byTime == 0 ? entry.taskId().compareTo(mark.taskId()) : byTime;
  }
}
