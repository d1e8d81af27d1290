package dev.atf.sim.aws;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.Transition;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanPart;
import dev.atf.sim.time.Timeline;
import dev.atf.store.LocalTransitionFeed;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskEntities;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionFeed;
import dev.atf.store.TransitionResult;
import dev.atf.store.TriggerIndex;
import dev.atf.store.memory.InMemoryTaskStore;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Entities and associations with a lagging index. Every applied write is reported to a watcher. */
public final class WatchedStore implements TaskTransitions, TaskAssociations {
  private final Map<TaskId, Association> associations = new TreeMap<>();
  private final InMemoryTaskStore entities = new InMemoryTaskStore();
  private final LocalTransitionFeed feed = new LocalTransitionFeed(number -> {});
  private final LaggingIndex index;
  private final WatchedPlans plans;
  private final Watcher watcher;
  private final Mutation mutation;

  /** Observer of all writes. It is called at the moment of each write. */
  public interface Watcher {
    void created(Association task);

    /**
     * Called when a task was read. The reader may base a decision on it.
     *
     * @param found the task as it was read; empty if there is none
     */
    void read(TaskId taskId, Optional<Association> found);

    void changed(TaskEvent event, Association before, Association after);

    /** Reports that a plan was read by its id. */
    default void planRead(PlanId id) {}

    /**
     * Reports that a plan was written.
     *
     * @param before previous version; empty for a new plan
     */
    default void planWritten(Optional<Plan> before, Plan after) {}

    default void planDeleted(Plan plan) {}

    /** Reports that a new part was put. */
    default void partPut(PlanPart part) {}
  }

  /**
   * Creates a store.
   *
   * @param mutation defect that the writes of this store have
   */
  public WatchedStore(
      Timeline timeline, Supplier<Duration> indexLag, Watcher watcher, Mutation mutation) {
    this.index = new LaggingIndex(timeline, indexLag);
    this.plans = new WatchedPlans(timeline, indexLag, watcher, mutation);
    this.watcher = watcher;
    this.mutation = mutation;
  }

  public Collection<Association> all() {
    return associations.values();
  }

  public WatchedPlans plans() {
    return plans;
  }

  public TaskEntities entities() {
    return entities;
  }

  public TriggerIndex index() {
    return index;
  }

  public TransitionFeed feed() {
    return feed;
  }

  @Override
  public TransitionResult apply(Transition transition) {
    var before = associations.get(transition.taskId());
    if (before == null || !holds(transition, before)) {
      return new TransitionResult.Refused(Optional.ofNullable(before));
    }
    var after = changed(transition, before);
    if (mutation.forgets(transition.event())) {
      return new TransitionResult.Applied(after);
    }
    associations.put(after.taskId(), after);
    index.written(after);
    watcher.changed(transition.event(), before, after);
    feed.wrote(before, after, 0);
    return new TransitionResult.Applied(after);
  }

  private Association changed(Transition transition, Association before) {
    var after = before;
    for (var change : transition.changes()) {
      if (!mutation.drops(transition.event(), change)) {
        after = change.apply(after);
      }
    }
    return after;
  }

  private boolean holds(Transition transition, Association before) {
    return transition.failing(before).stream()
        .allMatch(guard -> mutation.ignores(transition.event(), guard));
  }

  @Override
  public boolean create(Association association) {
    if (associations.containsKey(association.taskId()) && !mutation.overwrites()) {
      return false;
    }
    if (mutation.forgets(association)) {
      return true;
    }
    associations.put(association.taskId(), association);
    index.written(association);
    watcher.created(association);
    feed.wrote(null, association, 0);
    return true;
  }

  @Override
  public Optional<Association> find(TaskId taskId) {
    var found = Optional.ofNullable(associations.get(taskId));
    watcher.read(taskId, found);
    return found;
  }

  @Override
  public Map<TaskId, Association> findAll(Collection<TaskId> taskIds) {
    var found = new TreeMap<TaskId, Association>();
    for (var taskId : taskIds) {
      find(taskId).ifPresent(task -> found.put(taskId, task));
    }
    return found;
  }
}
