package dev.atf.sim.aws;

import dev.atf.model.Association;
import dev.atf.model.TaskId;
import dev.atf.model.TriggerPartition;
import dev.atf.sim.time.Timeline;
import dev.atf.store.PageMark;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import dev.atf.store.TriggerPage;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Secondary index that shows writes a while later, in order for each item. */
final class LaggingIndex implements TriggerIndex {
  private static final Comparator<TriggerEntry> ORDER =
      Comparator.comparing(TriggerEntry::triggerAt).thenComparing(TriggerEntry::taskId);

  private final Timeline timeline;
  private final Supplier<Duration> lag;
  private final Map<String, TreeSet<TriggerEntry>> partitions = new HashMap<>();
  private final Map<TaskId, Shown> shown = new HashMap<>();
  private long writes;

  private record Shown(long write, @Nullable String partition, @Nullable TriggerEntry entry) {}

  LaggingIndex(Timeline timeline, Supplier<Duration> lag) {
    this.timeline = timeline;
    this.lag = lag;
  }

  /** Records a write of a task, which the index will show later. */
  void written(Association task) {
    long write = ++writes;
    var late = lag.get();
    if (late.isZero()) {
      show(write, task);
    } else {
      timeline.after(late, () -> show(write, task));
    }
  }

  private void show(long write, Association task) {
    var before = shown.get(task.taskId());
    if (before != null && before.write() > write) {
      return;
    }
    if (before != null && before.entry() != null) {
      Objects.requireNonNull(partitions.get(Objects.requireNonNull(before.partition())))
          .remove(before.entry());
    }
    var trigger = task.trigger();
    if (trigger == null) {
      shown.put(task.taskId(), new Shown(write, null, null));
      return;
    }
    var partition = TriggerPartition.of(task.header(), trigger.alarm()).key();
    var entry =
        new TriggerEntry(
            task.taskId(),
            trigger.at(),
            task.epoch(),
            task.header().collection(),
            task.header().scheduledAt());
    partitions.computeIfAbsent(partition, key -> new TreeSet<>(ORDER)).add(entry);
    shown.put(task.taskId(), new Shown(write, partition, entry));
  }

  @Override
  public TriggerPage read(
      TriggerPartition partition, Instant until, int limit, Optional<PageMark> after) {
    var entries =
        partitions.getOrDefault(partition.key(), new TreeSet<>(ORDER)).stream()
            .filter(entry -> after.isEmpty() || isBehind(entry, after.get()))
            .takeWhile(entry -> !entry.triggerAt().isAfter(until))
            .limit(limit)
            .toList();
    if (entries.size() < limit) {
      return new TriggerPage(entries, Optional.empty());
    }
    var last = entries.get(entries.size() - 1);
    return new TriggerPage(entries, Optional.of(new PageMark(last.triggerAt(), last.taskId())));
  }

  @Override
  public long count(TriggerPartition partition, int max) {
    return Math.min(max, partitions.getOrDefault(partition.key(), new TreeSet<>(ORDER)).size());
  }

  private static boolean isBehind(TriggerEntry entry, PageMark mark) {
    int byTime = entry.triggerAt().compareTo(mark.triggerAt());
    return byTime > 0 || (byTime == 0 && entry.taskId().compareTo(mark.taskId()) > 0);
  }
}
