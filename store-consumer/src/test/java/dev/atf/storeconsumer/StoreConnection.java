package dev.atf.storeconsumer;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.task.Association;
import dev.atf.model.task.Transition;
import dev.atf.store.PageMark;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.TransitionResult;
import dev.atf.store.TriggerPage;
import dev.atf.store.memory.InMemoryTaskStore;
import dev.atf.store.testing.FaultyStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Faulty store as one consumer reaches it, which takes time and counts what is read. */
public final class StoreConnection extends FaultyStore {
  /** Keys of the partitions that cannot be read. */
  public final Set<String> unreadable = new HashSet<>();

  /** Keys of the partitions that were read, in order. */
  public final List<String> reads = new ArrayList<>();

  private final Runnable beforeRead;
  private final Runnable beforeWrite;
  public int entriesRead;
  public int tasksRead;

  /** True if neither triggers are read nor transitions applied. */
  public boolean away;

  /** True if the store's hints of groups of fairness keys are lost. */
  public boolean hidesGroups;

  StoreConnection(InMemoryTaskStore store, Runnable beforeRead, Runnable beforeWrite) {
    super(store);
    this.beforeRead = beforeRead;
    this.beforeWrite = beforeWrite;
  }

  @Override
  public TransitionResult apply(Transition transition) {
    beforeWrite.run();
    requireHere(!away);
    return super.apply(transition);
  }

  @Override
  public Map<TaskId, Association> findAll(Collection<TaskId> taskIds) {
    tasksRead += taskIds.size();
    return super.findAll(taskIds);
  }

  @Override
  public TriggerPage read(
      TriggerPartition partition, Instant until, int limit, Optional<PageMark> mark) {
    requireHere(!away && !unreadable.contains(partition.key()));
    beforeRead.run();
    reads.add(partition.key());
    var page = super.read(partition, until, limit, mark);
    entriesRead += page.entries().size();
    return page;
  }

  @Override
  public SortedMap<KeyGroup, Long> groups(LambdaName lambda, Priority priority, int shard) {
    requireHere(!away);
    return hidesGroups ? new TreeMap<>() : super.groups(lambda, priority, shard);
  }

  private static void requireHere(boolean here) {
    if (!here) {
      throw new StoreUnavailableException("cut off", new IllegalStateException());
    }
  }
}
