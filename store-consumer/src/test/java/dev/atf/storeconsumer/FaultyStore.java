package dev.atf.storeconsumer;

import dev.atf.model.Association;
import dev.atf.model.TaskId;
import dev.atf.model.TriggerPartition;
import dev.atf.model.history.TaskEvent;
import dev.atf.model.transition.Transition;
import dev.atf.store.PageMark;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.store.TriggerIndex;
import dev.atf.store.TriggerPage;
import dev.atf.store.memory.InMemoryTaskStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** In-memory store as one consumer reaches it: with the faults of its own connection. */
public final class FaultyStore implements TaskTransitions, TaskAssociations, TriggerIndex {
  final InMemoryTaskStore store;
  public final Set<TaskEvent> unavailableFor = EnumSet.noneOf(TaskEvent.class);
  public final Set<String> unreadable = new HashSet<>();
  public final List<String> reads = new ArrayList<>();
  private final Runnable beforeRead;
  private final Runnable beforeWrite;
  public boolean away;
  public boolean writesAway;
  public int entriesRead;
  public int tasksRead;
  public int lostRepliesLeft;
  public int createsLeft = Integer.MAX_VALUE;
  public Runnable beforeNextWrite = () -> {};

  FaultyStore(InMemoryTaskStore store, Runnable beforeRead, Runnable beforeWrite) {
    this.store = store;
    this.beforeRead = beforeRead;
    this.beforeWrite = beforeWrite;
  }

  @Override
  public TransitionResult apply(Transition transition) {
    var before = beforeNextWrite;
    beforeNextWrite = () -> {};
    before.run();
    beforeWrite.run();
    if (away || writesAway || unavailableFor.contains(transition.event())) {
      throw new StoreUnavailableException("cut off", new IllegalStateException());
    }
    var result = store.apply(transition);
    if (lostRepliesLeft > 0) {
      lostRepliesLeft--;
      throw new StoreOutcomeUnknownException("reply lost", new IllegalStateException());
    }
    return result;
  }

  @Override
  public boolean create(Association association) {
    if (createsLeft-- <= 0) {
      throw new StoreUnavailableException("cut off", new IllegalStateException());
    }
    return store.create(association);
  }

  @Override
  public Optional<Association> find(TaskId taskId) {
    return store.find(taskId);
  }

  @Override
  public Map<TaskId, Association> findAll(Collection<TaskId> taskIds) {
    tasksRead += taskIds.size();
    return store.findAll(taskIds);
  }

  @Override
  public TriggerPage read(
      TriggerPartition partition, Instant until, int limit, Optional<PageMark> after) {
    if (away || unreadable.contains(partition.key())) {
      throw new StoreUnavailableException("cut off", new IllegalStateException());
    }
    beforeRead.run();
    reads.add(partition.key());
    var page = store.read(partition, until, limit, after);
    entriesRead += page.entries().size();
    return page;
  }

  @Override
  public long count(TriggerPartition partition, int max) {
    return store.count(partition, max);
  }
}
