package dev.atf.store.memory;

import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.Trigger;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.resource.Resource;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.Transition;
import dev.atf.store.LocalTransitionFeed;
import dev.atf.store.PageMark;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskEntities;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionFeed;
import dev.atf.store.TransitionResult;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import dev.atf.store.TriggerPage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Entities, associations and their index in memory, under one lock. Iterations have a fixed order,
 * so that simulations are reproducible.
 */
public final class InMemoryTaskStore
    implements TaskTransitions, TaskAssociations, TaskEntities, TriggerIndex {
  private final Map<TaskId, Association> associations = new TreeMap<>();
  private final Map<TaskId, TaskEntity> entities = new TreeMap<>();
  private final Map<ResultKey, Payload> results = new HashMap<>();
  private final Map<LogKey, Payload> logs = new HashMap<>();
  private final Map<ResultKey, List<Resource>> outputs = new HashMap<>();
  private final TriggerLists index = new TriggerLists();
  private final LocalTransitionFeed feed = new LocalTransitionFeed(number -> {});

  private record ResultKey(TaskId taskId, long epoch) {}

  private record LogKey(TaskId taskId, long epoch, int number) {}

  /** Returns the feed of the associations. */
  public TransitionFeed feed() {
    return feed;
  }

  @Override
  public synchronized TransitionResult apply(Transition transition) {
    var found = associations.get(transition.taskId());
    if (found == null || !transition.failing(found).isEmpty()) {
      return new TransitionResult.Refused(Optional.ofNullable(found));
    }
    var after = transition.applyTo(found);
    replace(found, after);
    feed.wrote(found, after, 0);
    return new TransitionResult.Applied(after);
  }

  @Override
  public synchronized boolean create(Association association) {
    if (associations.containsKey(association.taskId())) {
      return false;
    }
    associations.put(association.taskId(), association);
    list(association);
    feed.wrote(null, association, 0);
    return true;
  }

  @Override
  public synchronized Optional<Association> find(TaskId taskId) {
    return Optional.ofNullable(associations.get(taskId));
  }

  @Override
  public synchronized Map<TaskId, Association> findAll(Collection<TaskId> taskIds) {
    return pick(associations, taskIds);
  }

  @Override
  public synchronized Optional<TaskEntity> putIfAbsent(TaskEntity entity) {
    return Optional.ofNullable(entities.putIfAbsent(entity.taskId(), entity));
  }

  @Override
  public synchronized Optional<TaskEntity> replace(TaskEntity seen, TaskEntity entity) {
    var found = entities.get(entity.taskId());
    if (found == null || found.equals(seen)) {
      entities.put(entity.taskId(), entity);
      return Optional.empty();
    }
    return Optional.of(found);
  }

  @Override
  public synchronized void setExpiry(TaskId taskId, Instant at) {
    entities.computeIfPresent(taskId, (id, entity) -> entity.withExpiresAt(at));
  }

  @Override
  public synchronized Optional<TaskEntity> findEntity(TaskId taskId) {
    return Optional.ofNullable(entities.get(taskId));
  }

  @Override
  public synchronized Map<TaskId, TaskEntity> findEntities(Collection<TaskId> taskIds) {
    return pick(entities, taskIds);
  }

  @Override
  public synchronized void putResult(TaskId taskId, long epoch, Payload result, Instant expiresAt) {
    results.putIfAbsent(new ResultKey(taskId, epoch), result);
  }

  @Override
  public synchronized Optional<Payload> findResult(TaskId taskId, long epoch) {
    return Optional.ofNullable(results.get(new ResultKey(taskId, epoch)));
  }

  @Override
  public synchronized void putLog(
      TaskId taskId, long epoch, int number, Payload part, Instant expiresAt) {
    logs.putIfAbsent(new LogKey(taskId, epoch, number), part);
  }

  @Override
  public synchronized List<Payload> findLog(TaskId taskId, long epoch, int from, int most) {
    var found = new ArrayList<Payload>();
    var part = logs.get(new LogKey(taskId, epoch, from));
    while (part != null && found.size() < most) {
      found.add(part);
      part = logs.get(new LogKey(taskId, epoch, from + found.size()));
    }
    return found;
  }

  @Override
  public synchronized void putOutputs(
      TaskId taskId, long epoch, List<Resource> files, Instant expiresAt) {
    outputs.putIfAbsent(new ResultKey(taskId, epoch), List.copyOf(files));
  }

  @Override
  public synchronized List<Resource> findOutputs(TaskId taskId, long epoch) {
    return outputs.getOrDefault(new ResultKey(taskId, epoch), List.of());
  }

  @Override
  public synchronized TriggerPage read(
      TriggerPartition partition, Instant until, int limit, Optional<PageMark> after) {
    if (after.filter(mark -> mark.triggerAt().isAfter(until)).isPresent()) {
      throw new StoreUnavailableException("a page does not begin behind its end " + until, null);
    }
    return index.read(partition, until, limit, after);
  }

  @Override
  public synchronized TriggerPage latest(
      TriggerPartition partition,
      Instant since,
      Instant until,
      int limit,
      Optional<PageMark> before) {
    return index.latest(partition, since, until, limit, before);
  }

  @Override
  public synchronized SortedMap<KeyGroup, Long> groups(
      LambdaName lambda, Priority priority, int shard) {
    return index.groups(lambda, priority, shard);
  }

  @Override
  public synchronized long count(TriggerPartition partition, int max) {
    return index.count(partition, max);
  }

  private void replace(Association before, Association after) {
    unlist(before);
    associations.put(after.taskId(), after);
    list(after);
  }

  private void list(Association task) {
    var trigger = task.trigger();
    if (trigger != null) {
      index.add(keyOf(task, trigger), TriggerEntry.of(task, trigger));
    }
  }

  private void unlist(Association task) {
    var trigger = task.trigger();
    if (trigger != null) {
      index.remove(keyOf(task, trigger), TriggerEntry.of(task, trigger));
    }
  }

  private static String keyOf(Association task, Trigger trigger) {
    return task.header().list(trigger.alarm()).key();
  }

  private static <T> Map<TaskId, T> pick(Map<TaskId, T> from, Collection<TaskId> taskIds) {
    var found = new TreeMap<TaskId, T>();
    for (var taskId : taskIds) {
      Optional.ofNullable(from.get(taskId)).ifPresent(item -> found.put(taskId, item));
    }
    return found;
  }
}
