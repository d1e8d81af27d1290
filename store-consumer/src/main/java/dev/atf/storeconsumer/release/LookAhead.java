package dev.atf.storeconsumer.release;

import com.google.common.collect.Comparators;
import com.google.common.collect.Maps;
import dev.atf.model.TaskRef;
import dev.atf.model.fairness.FairTurns;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.queue.QueueName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;

/**
 * Tasks that are due before the next poll, in memory, so that each is released at its due
 * millisecond. If the process dies, nothing is lost, because these tasks are not marked yet and are
 * read again.
 *
 * <p>A task counts as held until {@link #forget}, even while it is being released, so that a poll
 * does not add it again. Queues share the memory according to their weights, and the groups of
 * fairness keys share the memory of a queue. Thread-safe.
 */
public final class LookAhead {
  /** Result of an offer. */
  public enum Offer {
    ADDED,
    KNOWN,
    FULL
  }

  /**
   * Identity of a held task. A hint with another queue than the task's must not replace the task;
   * its release is refused.
   */
  private record Key(QueueName queue, TaskRef ref) {
    static Key of(DueTask task) {
      return new Key(task.queue(), task.ref());
    }
  }

  private final int tasksMax;
  private final Map<QueueName, Waiting> waiting = new LinkedHashMap<>();
  private final Map<QueueName, Integer> held = new HashMap<>();
  private final Map<QueueName, Integer> weights = new HashMap<>();
  private final Map<Key, DueTask> known = new HashMap<>();
  private int turns;

  /** Time at which the waiting thread wakes without a signal. */
  private Instant nextWakeAt = Instant.MAX;

  private Runnable whenEarlier = () -> {};

  /**
   * Creates an empty look-ahead.
   *
   * @param tasksMax maximum number of tasks; when it is reached, the queue with the most tasks for
   *     its weight loses its latest task
   */
  public LookAhead(int tasksMax) {
    this.tasksMax = tasksMax;
  }

  /**
   * Sets the action for a new task that is due before the waiting thread would wake without a
   * signal.
   */
  public synchronized void whenEarlier(Runnable action) {
    whenEarlier = action;
  }

  /**
   * Adds a task, unless it is already held or there is no capacity.
   *
   * @param heldMax maximum number of tasks of its queue
   * @param weight weight of the task's queue, 1 or more; it determines the queue's share of held
   *     and released tasks
   */
  public synchronized Offer offer(DueTask task, int heldMax, int weight) {
    var before = known.get(Key.of(task));
    if (before != null) {
      // An earlier time was set since it was read. A later one is found when it is released.
      if (task.dueAt().isBefore(before.dueAt())) {
        replace(before, task);
      }
      return Offer.KNOWN;
    }
    if (heldFor(task.queue()) >= heldMax && !evictInQueue(task)) {
      return Offer.FULL;
    }
    weights.put(task.queue(), weight);
    if (known.size() >= tasksMax && !evict(task)) {
      return Offer.FULL;
    }
    held.merge(task.queue(), 1, Integer::sum);
    hold(task);
    return Offer.ADDED;
  }

  /** Moves a held task to a later time that was just written to the store. */
  synchronized void moveBack(DueTask task) {
    var before = known.get(Key.of(task));
    if (before != null && task.dueAt().isAfter(before.dueAt())) {
      replace(before, task);
    }
  }

  /** Replaces a task unless it has been handed out. */
  private void replace(DueTask before, DueTask task) {
    var tasks = waiting.get(before.queue());
    if (tasks != null && tasks.contains(before)) {
      remove(before);
      hold(task);
    }
  }

  private void hold(DueTask task) {
    waiting.computeIfAbsent(task.queue(), queue -> new Waiting()).add(task);
    known.put(Key.of(task), task);
    if (task.dueAt().isBefore(nextWakeAt)) {
      nextWakeAt = task.dueAt();
      whenEarlier.run();
    }
  }

  /**
   * Returns whether a task of the group would be added although its queue is full, because another
   * group has more for its weight or this group has no task.
   */
  synchronized boolean mayAdd(QueueName queue, KeyGroup group, int weight) {
    return hasNone(queue, group) || latestOfFuller(queue, group, weight).isPresent();
  }

  /** Returns whether keys share the queue, and no task of the group is held. */
  private boolean hasNone(QueueName queue, KeyGroup group) {
    var tasks = waiting.get(queue);
    return tasks == null
        ? !group.isNone()
        : (tasks.isShared() || !group.isNone()) && !tasks.has(group);
  }

  private Optional<DueTask> latestOfFuller(QueueName queue, KeyGroup group, int weight) {
    return Optional.ofNullable(waiting.get(queue))
        .flatMap(tasks -> tasks.latestOfFuller(group, weight));
  }

  /**
   * Makes space in a full queue for a group that has fewer tasks for its weight than another group.
   * At least one task of each group is always held.
   */
  private boolean evictInQueue(DueTask task) {
    var fuller = latestOfFuller(task.queue(), task.group(), task.groupWeight());
    boolean added = fuller.isPresent() || hasNone(task.queue(), task.group());
    fuller.ifPresent(this::drop);
    return added;
  }

  /**
   * Makes space by evicting a task from the queue with the most tasks for its weight, so that even
   * an old backlog leaves space for others. Within a queue, the latest task is evicted.
   */
  private boolean evict(DueTask task) {
    var queue = task.queue();
    var fullest = waiting.keySet().stream().max(Comparator.comparingDouble(q -> load(q, 0)));
    if (fullest.isEmpty()) {
      return false;
    }
    boolean other = load(fullest.get(), 0) > load(queue, 1);
    var tasks = waiting.get(other ? fullest.get() : queue);
    if (tasks == null) {
      return false;
    }
    var evicted = other ? Optional.of(tasks.latest()) : tasks.evictedBy(task);
    evicted.ifPresent(this::drop);
    return evicted.isPresent();
  }

  private double load(QueueName queue, int more) {
    return (heldFor(queue) + more) / (double) weights.getOrDefault(queue, 1);
  }

  private void drop(DueTask task) {
    remove(task);
    forget(task);
  }

  private void remove(DueTask task) {
    waiting.computeIfPresent(
        task.queue(),
        (queue, tasks) -> {
          tasks.remove(task);
          return tasks.isEmpty() ? null : tasks;
        });
  }

  /** Returns the queues that keys share, with their groups that have a due task. */
  public synchronized Map<QueueName, List<KeyGroup>> sharedQueues(Instant now) {
    var shared = Maps.filterValues(waiting, Waiting::isShared);
    return new LinkedHashMap<>(Maps.transformValues(shared, tasks -> tasks.groupsDue(now)));
  }

  /** Takes due tasks, without a limit for groups. */
  public List<DueTask> nextBatch(Instant now, int max, ToIntFunction<QueueName> allowed) {
    return nextBatch(now, max, allowed, (queue, group) -> Integer.MAX_VALUE);
  }

  /**
   * Takes due tasks. Queues take turns, and each turn has as many tasks as the weight of the queue,
   * so that a queue with a backlog does not delay the others (F19). Within a queue, the groups take
   * turns, and each group provides its earliest task first.
   *
   * @param allowed returns how many tasks of a queue may be released now
   * @param allowedOfGroup returns how many tasks of a queue's group may be released now
   */
  public synchronized List<DueTask> nextBatch(
      Instant now,
      int max,
      ToIntFunction<QueueName> allowed,
      ToIntBiFunction<QueueName, KeyGroup> allowedOfGroup) {
    var batch = new ArrayList<DueTask>();
    var queues = new ArrayList<>(waiting.keySet());
    Collections.rotate(queues, -(turns++ % Math.max(1, queues.size())));
    var left = new HashMap<QueueName, Integer>();
    queues.forEach(queue -> left.put(queue, allowed.applyAsInt(queue)));
    var leftOfGroups = new HashMap<QueueName, Map<KeyGroup, Integer>>();
    int before = -1;
    while (batch.size() > before) {
      before = batch.size();
      for (var queue : queues) {
        int share = Math.min(weights.getOrDefault(queue, 1), max - batch.size());
        int count = Math.min(share, left.getOrDefault(queue, 0));
        var leftOfGroup = leftOfGroups.computeIfAbsent(queue, name -> new HashMap<>());
        int added =
            addDue(
                queue,
                now,
                count,
                leftOfGroup,
                group -> allowedOfGroup.applyAsInt(queue, group),
                batch);
        left.merge(queue, -added, Integer::sum);
      }
    }
    return batch;
  }

  /**
   * Adds up to {@code max} due tasks of a queue to the batch. Returns the number of added tasks.
   */
  private int addDue(
      QueueName queue,
      Instant now,
      int max,
      Map<KeyGroup, Integer> leftOfGroup,
      ToIntFunction<KeyGroup> allowedOfGroup,
      List<DueTask> batch) {
    var tasks = waiting.get(queue);
    int count = 0;
    while (count < max && tasks != null) {
      var next =
          tasks.removeNext(
              now, group -> leftOfGroup.computeIfAbsent(group, allowedOfGroup::applyAsInt) > 0);
      if (next.isEmpty()) {
        break;
      }
      leftOfGroup.merge(next.get().group(), -1, Integer::sum);
      batch.add(next.get());
      count++;
    }
    if (tasks != null && tasks.isEmpty()) {
      waiting.remove(queue);
    }
    return count;
  }

  /** Removes tasks that have been handled. */
  public synchronized void forget(Collection<DueTask> tasks) {
    tasks.forEach(this::forget);
  }

  private void forget(DueTask task) {
    if (known.remove(Key.of(task)) != null) {
      held.merge(task.queue(), -1, Integer::sum);
      if (heldFor(task.queue()) == 0) {
        held.remove(task.queue());
        weights.remove(task.queue());
      }
    }
  }

  /**
   * Returns the time until a task may be released; zero if one may be released now, and at most
   * {@code atMost}.
   *
   * @param notBefore returns the time from which a due task of a queue may be released
   */
  public Duration untilNext(Instant now, Duration atMost, Function<QueueName, Instant> notBefore) {
    return untilNext(now, atMost, notBefore, (queue, group) -> now);
  }

  /**
   * Returns the time as {@link #untilNext(Instant, Duration, Function)} does.
   *
   * @param notBeforeOfGroup returns the time from which a due task of a group may be released
   */
  public synchronized Duration untilNext(
      Instant now,
      Duration atMost,
      Function<QueueName, Instant> notBefore,
      BiFunction<QueueName, KeyGroup, Instant> notBeforeOfGroup) {
    var next = now.plus(atMost);
    for (var queue : waiting.entrySet()) {
      var name = queue.getKey();
      var at =
          Comparators.max(
              queue.getValue().nextAt(group -> notBeforeOfGroup.apply(name, group)),
              notBefore.apply(name));
      next = at.isBefore(next) ? at : next;
    }
    nextWakeAt = next;
    return next.isBefore(now) ? Duration.ZERO : Duration.between(now, next);
  }

  public synchronized int heldFor(QueueName queue) {
    return held.getOrDefault(queue, 0);
  }

  public synchronized int size() {
    return known.size();
  }

  /**
   * Waiting tasks of one queue. Groups of fairness keys take weighted turns, and each group
   * provides its earliest task first. Not thread-safe.
   */
  private static final class Waiting {
    private static final Comparator<DueTask> ORDER =
        Comparator.comparing(DueTask::dueAt).thenComparing(DueTask::taskId);

    private final Map<KeyGroup, Group> groups = new HashMap<>();
    private final FairTurns turns = new FairTurns();

    private record Group(NavigableSet<DueTask> tasks, int weight) {
      double load(int more) {
        return (tasks.size() + more) / (double) weight;
      }

      boolean isDue(Instant now) {
        return !tasks.first().dueAt().isAfter(now);
      }
    }

    void add(DueTask task) {
      groups
          .computeIfAbsent(
              task.group(), group -> new Group(new TreeSet<>(ORDER), task.groupWeight()))
          .tasks()
          .add(task);
      turns.enter(task.group());
    }

    void remove(DueTask task) {
      var group = groups.get(task.group());
      if (group != null && group.tasks().remove(task) && group.tasks().isEmpty()) {
        groups.remove(task.group());
        turns.leave(task.group());
      }
    }

    boolean contains(DueTask task) {
      var group = groups.get(task.group());
      return group != null && group.tasks().contains(task);
    }

    boolean isEmpty() {
      return groups.isEmpty();
    }

    /** Returns whether any task has a fairness key. */
    boolean isShared() {
      return groups.size() > 1 || !groups.containsKey(KeyGroup.NONE);
    }

    boolean has(KeyGroup group) {
      return groups.containsKey(group);
    }

    /** Returns the groups that have a due task. */
    List<KeyGroup> groupsDue(Instant now) {
      return groups.entrySet().stream()
          .filter(group -> group.getValue().isDue(now))
          .map(Map.Entry::getKey)
          .toList();
    }

    /** Removes the next due task, and counts the turn of its group. */
    Optional<DueTask> removeNext(Instant now, Predicate<KeyGroup> allowed) {
      var name = turns.next(one -> group(one).isDue(now) && allowed.test(one));
      if (name == null) {
        return Optional.empty();
      }
      var group = group(name);
      var task = group.tasks().first();
      turns.serve(name, group.weight());
      remove(task);
      return Optional.of(task);
    }

    /**
     * Returns the time from which a task may be released.
     *
     * @param notBefore returns the time from which a task of a group may be released
     */
    Instant nextAt(Function<KeyGroup, Instant> notBefore) {
      var next = Instant.MAX;
      for (var group : groups.entrySet()) {
        var dueAt = group.getValue().tasks().first().dueAt();
        var at = Comparators.max(dueAt, notBefore.apply(group.getKey()));
        next = at.isBefore(next) ? at : next;
      }
      return next;
    }

    /**
     * Returns the latest task of the group with the most tasks for its weight. The queue must not
     * be empty.
     */
    DueTask latest() {
      return fullest().tasks().last();
    }

    /**
     * Returns the task that is evicted for another one of the queue: a task of a group that would
     * still have more for its weight than the new task's group, or otherwise a later task of the
     * same group.
     */
    Optional<DueTask> evictedBy(DueTask task) {
      var fuller = latestOfFuller(task.group(), task.groupWeight());
      if (fuller.isPresent()) {
        return fuller;
      }
      return Optional.ofNullable(groups.get(task.group()))
          .map(own -> own.tasks().last())
          .filter(last -> ORDER.compare(task, last) < 0);
    }

    /**
     * Returns the latest task of the fullest group, if that group has more tasks for its weight
     * than the given group would have with one more task.
     */
    Optional<DueTask> latestOfFuller(KeyGroup group, int weight) {
      var own = groups.get(group);
      double load = own == null ? 1.0 / weight : own.load(1);
      return groups.isEmpty()
          ? Optional.empty()
          : Optional.of(fullest())
              .filter(most -> most.load(0) > load)
              .map(most -> most.tasks().last());
    }

    private Group fullest() {
      return groups.values().stream()
          .max(Comparator.comparingDouble(group -> group.load(0)))
          .orElseThrow();
    }

    private Group group(KeyGroup name) {
      return Objects.requireNonNull(groups.get(name));
    }
  }
}
