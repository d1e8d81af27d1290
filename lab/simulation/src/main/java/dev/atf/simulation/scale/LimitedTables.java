package dev.atf.simulation.scale;

import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.resource.Resource;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.Transition;
import dev.atf.sim.time.Timeline;
import dev.atf.store.PageMark;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskEntities;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionFeed;
import dev.atf.store.TransitionResult;
import dev.atf.store.TriggerIndex;
import dev.atf.store.TriggerPage;
import dev.atf.store.memory.InMemoryTaskStore;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * DynamoDB's tables of tasks, shared by all processes: every write takes its units from the
 * partitions that it touches, table and index, or is throttled. An index that is throttled
 * throttles the writes of its table, here at once. Reads are counted, and not limited.
 */
final class LimitedTables implements TaskTransitions, TaskAssociations, TaskEntities, TriggerIndex {
  /**
   * <a
   * href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html">AWS's
   * limit</a> of one partition.
   */
  static final int WRITE_UNITS_PER_SECOND = 1_000;

  static final String ENTITIES = "entities ";
  static final String ASSOCIATIONS = "associations ";

  static final String WRITES = "write units";
  static final String READS = "read units";
  static final String THROTTLES = "throttled";

  /** Entries of the index that one eventually consistent read unit pays for: 8 KB. */
  private static final int ENTRIES_PER_READ_UNIT = 40;

  private final InMemoryTaskStore tasks = new InMemoryTaskStore();
  private final LimitedPartitions partitions;
  private final int tablePartitions;
  private final Usage usage;
  private final ScaleFigures figures;
  private boolean away;

  LimitedTables(Timeline timeline, int tablePartitions, Usage usage, ScaleFigures figures) {
    this.partitions = new LimitedPartitions(timeline, WRITE_UNITS_PER_SECOND);
    this.tablePartitions = tablePartitions;
    this.usage = usage;
    this.figures = figures;
  }

  /** Returns the feed of the associations; reading it costs nothing. */
  TransitionFeed feed() {
    return tasks.feed();
  }

  LimitedPartitions partitions() {
    return partitions;
  }

  /** Sets whether it refuses every call from now on. */
  void setAway(boolean refuses) {
    away = refuses;
  }

  boolean isAway() {
    return away;
  }

  /** Stores a task at no cost, as if it had been there before. */
  void load(TaskEntity entity, Association association) {
    boolean isNew = tasks.putIfAbsent(entity).isEmpty() && tasks.create(association);
    if (!isNew) {
      throw new IllegalStateException(association.taskId() + " is there already");
    }
  }

  @Override
  public TransitionResult apply(Transition transition) {
    var before = tasks.find(transition.taskId());
    // A write that is refused by its condition costs what it would have cost the table.
    boolean holds = before.isPresent() && transition.failing(before.get()).isEmpty();
    takeWrites(
        ASSOCIATIONS,
        transition.taskId(),
        holds ? WriteUnits.ofIndex(before.get(), transition.applyTo(before.get())) : Map.of());
    var result = tasks.apply(transition);
    if (result instanceof TransitionResult.Applied applied && applied.after().status().finished()) {
      figures.finished();
    }
    return result;
  }

  @Override
  public boolean create(Association association) {
    takeWrites(ASSOCIATIONS, association.taskId(), WriteUnits.ofIndex(null, association));
    return tasks.create(association);
  }

  @Override
  public Optional<TaskEntity> putIfAbsent(TaskEntity entity) {
    takeWrites(ENTITIES, entity.taskId(), Map.of());
    return tasks.putIfAbsent(entity);
  }

  @Override
  public Optional<TaskEntity> replace(TaskEntity seen, TaskEntity entity) {
    takeWrites(ENTITIES, entity.taskId(), Map.of());
    return tasks.replace(seen, entity);
  }

  @Override
  public void putResult(TaskId taskId, long epoch, Payload result, Instant expiresAt) {
    takeWrites(ENTITIES, taskId, Map.of());
    tasks.putResult(taskId, epoch, result, expiresAt);
  }

  @Override
  public Optional<Association> find(TaskId taskId) {
    takeReads(1);
    return tasks.find(taskId);
  }

  @Override
  public Map<TaskId, Association> findAll(Collection<TaskId> taskIds) {
    takeReads(taskIds.size() / 2.0);
    return tasks.findAll(taskIds);
  }

  @Override
  public void setExpiry(TaskId taskId, Instant at) {
    tasks.setExpiry(taskId, at);
  }

  @Override
  public Optional<TaskEntity> findEntity(TaskId taskId) {
    takeReads(1);
    return tasks.findEntity(taskId);
  }

  @Override
  public Map<TaskId, TaskEntity> findEntities(Collection<TaskId> taskIds) {
    takeReads(taskIds.size());
    return tasks.findEntities(taskIds);
  }

  @Override
  public Optional<Payload> findResult(TaskId taskId, long epoch) {
    takeReads(1);
    return tasks.findResult(taskId, epoch);
  }

  @Override
  public void putLog(TaskId taskId, long epoch, int number, Payload part, Instant expiresAt) {
    takeWrites(ENTITIES, taskId, Map.of());
    tasks.putLog(taskId, epoch, number, part, expiresAt);
  }

  @Override
  public void putOutputs(TaskId taskId, long epoch, List<Resource> outputs, Instant expiresAt) {
    takeWrites(ENTITIES, taskId, Map.of());
    tasks.putOutputs(taskId, epoch, outputs, expiresAt);
  }

  @Override
  public List<Resource> findOutputs(TaskId taskId, long epoch) {
    takeReads(1);
    return tasks.findOutputs(taskId, epoch);
  }

  @Override
  public List<Payload> findLog(TaskId taskId, long epoch, int from, int most) {
    takeReads(1);
    return tasks.findLog(taskId, epoch, from, most);
  }

  @Override
  public TriggerPage read(
      TriggerPartition partition, Instant until, int limit, Optional<PageMark> after) {
    checkThere();
    return counted(tasks.read(partition, until, limit, after));
  }

  @Override
  public TriggerPage latest(
      TriggerPartition partition,
      Instant since,
      Instant until,
      int limit,
      Optional<PageMark> before) {
    checkThere();
    return counted(tasks.latest(partition, since, until, limit, before));
  }

  private TriggerPage counted(TriggerPage page) {
    takeReads(Math.max(0.5, page.entries().size() / (double) ENTRIES_PER_READ_UNIT));
    return page;
  }

  @Override
  public SortedMap<KeyGroup, Long> groups(LambdaName lambda, Priority priority, int shard) {
    takeReads(0.5);
    return tasks.groups(lambda, priority, shard);
  }

  @Override
  public long count(TriggerPartition partition, int max) {
    takeReads(0.5);
    return tasks.count(partition, max);
  }

  private void takeWrites(String table, TaskId taskId, Map<String, Integer> ofIndex) {
    checkThere();
    var units = new HashMap<>(ofIndex);
    units.put(table + Math.floorMod(taskId.hashCode(), tablePartitions), 1);
    if (!partitions.take(units)) {
      usage.add(THROTTLES, 1);
      throw new ThrottledException();
    }
    usage.add(WRITES, units.values().stream().mapToInt(count -> count).sum());
  }

  private void takeReads(double units) {
    checkThere();
    usage.add(READS, units);
  }

  private void checkThere() {
    if (away) {
      throw new StoreUnavailableException("the store is away", null);
    }
  }
}
