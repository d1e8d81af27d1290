package dev.atf.hsc;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.Transition;
import dev.atf.store.TransitionResult;
import dev.atf.store.memory.InMemoryTaskStore;
import dev.atf.store.testing.FaultyStore;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Faulty store whose reads lag, or do not understand a task, as a test specifies. */
public final class OddReadsStore extends FaultyStore {
  private final InMemoryTaskStore store;
  private final Set<TaskId> unreadable = ConcurrentHashMap.newKeySet();
  private final Map<TaskId, Association> late = new ConcurrentHashMap<>();

  OddReadsStore(InMemoryTaskStore store) {
    super(store);
    this.store = store;
  }

  @Override
  public synchronized void reset() {
    super.reset();
    unreadable.clear();
    late.clear();
  }

  /** Shows this task from now on as one whose status a newer version has written. */
  public void makeUnreadable(TaskId taskId) {
    unreadable.add(taskId);
  }

  /** Shows this task from now on as it is now in reads that may be late. */
  public void freezeForLateReads(TaskId taskId) {
    late.put(taskId, store.find(taskId).orElseThrow());
  }

  @Override
  public TransitionResult apply(Transition transition) {
    return unreadable.contains(transition.taskId())
        ? new TransitionResult.Refused(Optional.empty())
        : super.apply(transition);
  }

  @Override
  public Optional<Association> find(TaskId taskId) {
    return unreadable.contains(taskId) ? Optional.empty() : super.find(taskId);
  }

  @Override
  public Map<TaskId, Association> findAll(Collection<TaskId> taskIds) {
    var found = new HashMap<>(super.findAll(taskIds));
    late.forEach((taskId, then) -> found.computeIfPresent(taskId, (id, now) -> then));
    return found;
  }
}
