package dev.atf.sim.aws;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.task.Association;
import dev.atf.sim.time.Timeline;
import dev.atf.store.PageMark;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import dev.atf.store.TriggerPage;
import dev.atf.store.memory.TriggerLists;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Secondary index that shows writes with a delay, in order for each item. */
final class LaggingIndex implements TriggerIndex {
  private final Timeline timeline;
  private final Supplier<Duration> lag;
  private final TriggerLists lists = new TriggerLists();
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
      lists.remove(Objects.requireNonNull(before.partition()), before.entry());
    }
    var trigger = task.trigger();
    if (trigger == null) {
      shown.put(task.taskId(), new Shown(write, null, null));
      return;
    }
    var partition = task.header().list(trigger.alarm()).key();
    var entry = TriggerEntry.of(task, trigger);
    lists.add(partition, entry);
    shown.put(task.taskId(), new Shown(write, partition, entry));
  }

  @Override
  public TriggerPage read(
      TriggerPartition partition, Instant until, int limit, Optional<PageMark> after) {
    return lists.read(partition, until, limit, after);
  }

  @Override
  public TriggerPage latest(
      TriggerPartition partition,
      Instant since,
      Instant until,
      int limit,
      Optional<PageMark> before) {
    return lists.latest(partition, since, until, limit, before);
  }

  @Override
  public SortedMap<KeyGroup, Long> groups(LambdaName lambda, Priority priority, int shard) {
    return lists.groups(lambda, priority, shard);
  }

  @Override
  public long count(TriggerPartition partition, int max) {
    return lists.count(partition, max);
  }
}
